/** Reads XML that comes from outside: within limits, without document types and entities, and saying in which line something is wrong. */
@NullMarked
package io.querent.examples.payment.xml;

import org.jspecify.annotations.NullMarked;
