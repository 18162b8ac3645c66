/**
 * The explorer: a model checker for sagas. It walks through everything that can happen to a saga on the decision core, up to a
 * bound, and compares what the saga says with what the downstreams' books say. {@link io.querent.testkit.explorer.Explorer}
 * is the way in.
 */
@NullMarked
package io.querent.testkit.explorer;

import org.jspecify.annotations.NullMarked;
