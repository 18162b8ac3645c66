/**
 * The payment service's side of the bank: one HTTP request for each call, never repeated, and an answer read for what it proves and
 * nothing more.
 */
@NullMarked
package io.querent.examples.payment.bankclient;

import org.jspecify.annotations.NullMarked;
