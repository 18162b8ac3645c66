/**
 * The real engine for users' tests: on a store in memory or on PostgreSQL, by a clock that can be moved ahead, with nodes that can be made
 * to die. Begin with {@link io.querent.testkit.engine.TestEngine}.
 */
@NullMarked
package io.querent.testkit.engine;

import org.jspecify.annotations.NullMarked;
