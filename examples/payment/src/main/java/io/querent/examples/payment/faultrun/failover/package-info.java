/**
 * Failover runs: the payment example on a PostgreSQL cluster whose primary is killed again and again, under load; then the books
 * decide. Start reading at {@code FailoverRun}.
 */
@NullMarked
package io.querent.examples.payment.faultrun.failover;

import org.jspecify.annotations.NullMarked;
