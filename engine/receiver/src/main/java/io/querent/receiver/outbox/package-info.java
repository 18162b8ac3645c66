/**
 * Messages that a service sends, written in the transaction that does what they tell of. Begin with {@link
 * io.querent.receiver.outbox.ServiceOutbox}.
 */
@NullMarked
package io.querent.receiver.outbox;

import org.jspecify.annotations.NullMarked;
