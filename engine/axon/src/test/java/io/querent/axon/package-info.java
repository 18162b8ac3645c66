/** Tests of the Axon shell, on a real PostgreSQL. */
@NullMarked
package io.querent.axon;

import org.jspecify.annotations.NullMarked;
