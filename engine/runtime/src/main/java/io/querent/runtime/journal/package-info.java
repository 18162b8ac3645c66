/**
 * The ports to storage: what the engine needs of a database, without knowing which. Implementations are thread-safe.
 */
@NullMarked
package io.querent.runtime.journal;

import org.jspecify.annotations.NullMarked;
