/**
 * For a service that is called: whatever is sent again, by whomever, however often, has one effect for each operation key. Begin with
 * {@link io.querent.receiver.OperationGuard}.
 */
@NullMarked
package io.querent.receiver;

import org.jspecify.annotations.NullMarked;
