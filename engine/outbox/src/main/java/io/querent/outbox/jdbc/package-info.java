/**
 * Messages on their way out in PostgreSQL: the same statements for every table of the shape that {@link
 * io.querent.outbox.jdbc.MessageTable} tells of. They run on connections that whoever owns the table lends them.
 */
@NullMarked
package io.querent.outbox.jdbc;

import org.jspecify.annotations.NullMarked;
