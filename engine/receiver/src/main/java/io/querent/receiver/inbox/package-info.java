/**
 * Messages that a service receives: each handled once for each consumer group, in the transaction of what it does. Begin with {@link
 * io.querent.receiver.inbox.InboxConsumer}, or with {@link io.querent.receiver.inbox.Inbox} for the recognising of repeats alone.
 */
@NullMarked
package io.querent.receiver.inbox;

import org.jspecify.annotations.NullMarked;
