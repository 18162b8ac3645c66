/**
 * The bank's HTTP interface: what is read from a connection becomes a {@code Request}, an endpoint turns it into a {@code Reaction},
 * and only the router touches the connection again.
 */
@NullMarked
package io.querent.examples.payment.bank.http;

import org.jspecify.annotations.NullMarked;
