/**
 * The same store for tests on a real PostgreSQL, with a clock of the database's own that can be moved ahead. Needs optional dependencies
 * of the test kit.
 */
@NullMarked
package io.querent.testkit.postgres;

import org.jspecify.annotations.NullMarked;
