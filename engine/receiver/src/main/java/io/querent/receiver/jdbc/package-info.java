/** The receiver on PostgreSQL through JDBC, without any framework. Begin with {@link io.querent.receiver.jdbc.JdbcOperationGuard}. */
@NullMarked
package io.querent.receiver.jdbc;

import org.jspecify.annotations.NullMarked;
