/**
 * What would happen if a person decided something: the decision is taken on the stored state, nothing is appended, and what follows is
 * played through with the same functions that decide, everybody answering yes. Pure.
 */
@NullMarked
package io.querent.decision.preview;

import org.jspecify.annotations.NullMarked;
