/** A saga's history, for people and for programs. */
@NullMarked
package io.querent.command.history;

import org.jspecify.annotations.NullMarked;
