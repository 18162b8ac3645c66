/** One saga: where it stands and why, its graph, its steps, its timeline, its events. */
@NullMarked
package io.querent.admin.console.saga;

import org.jspecify.annotations.NullMarked;
