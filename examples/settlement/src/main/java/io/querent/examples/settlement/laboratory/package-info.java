/** Six experiments on what the receiver promises, each computed from what really happened in a PostgreSQL server. */
@NullMarked
package io.querent.examples.settlement.laboratory;

import org.jspecify.annotations.NullMarked;
