/**
 * The bank's books in PostgreSQL, and everything that must survive its restart: decided and pending instructions, requests that arrive
 * late, and the count of calls. All SQL of the bank is here.
 */
@NullMarked
package io.querent.examples.payment.bank.books;

import org.jspecify.annotations.NullMarked;
