/**
 * Messages on their way out in PostgreSQL: the same statements for every table of the shape that {@link
 * io.querent.outbox.jdbc.MessageTable} tells of. They run on connections that whoever owns the table lends them. Also what whoever keeps tables beside the users'
 * own has to do to connections: lend them to work, and migrate behind a pooler.
 */
@NullMarked
package io.querent.outbox.jdbc;

import org.jspecify.annotations.NullMarked;
