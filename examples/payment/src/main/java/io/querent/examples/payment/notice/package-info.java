/** Tells customers that they have paid: a small message gateway that keeps what it sent, and loses an answer now and then. */
@NullMarked
package io.querent.examples.payment.notice;

import org.jspecify.annotations.NullMarked;
