/** The work itself: who owns which saga on this node, and one turn after another of each. */
@NullMarked
package io.querent.runtime.work;

import org.jspecify.annotations.NullMarked;
