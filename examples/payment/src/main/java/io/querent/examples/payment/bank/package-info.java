/**
 * The bank of the payment example: a process of its own with books of its own, which can be told to lose requests and answers.
 *
 * <p>It knows nothing of Querent. What it promises is what a good bank promises (one booking per {@code Idempotency-Key}, a way
 * to ask) and what it does to its callers is what networks and banks do to theirs.
 */
@NullMarked
package io.querent.examples.payment.bank;

import org.jspecify.annotations.NullMarked;
