/** Storage in PostgreSQL: batched appends, claims and migrations. */
@NullMarked
package io.querent.postgres;

import org.jspecify.annotations.NullMarked;
