/**
 * The storage ports in memory, for tests: the same guards, tokens, leases and states as on PostgreSQL, held to them by the same
 * contract. Events and letters are written and read by the same codecs, so that what could not be stored there cannot be stored here.
 */
@NullMarked
package io.querent.testkit.memory;

import org.jspecify.annotations.NullMarked;
