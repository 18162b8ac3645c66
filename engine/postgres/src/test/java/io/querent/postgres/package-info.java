/** Tests on a real PostgreSQL server, one for all of them. */
@NullMarked
package io.querent.postgres;

import org.jspecify.annotations.NullMarked;
