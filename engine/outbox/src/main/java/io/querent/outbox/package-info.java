/** Takes messages out of the outbox and has them sent, at least once and in order where order was asked for. */
@NullMarked
package io.querent.outbox;

import org.jspecify.annotations.NullMarked;
