/** A saga's events as a person reads them: one row a step, with its attempts and questions. Pure. */
@NullMarked
package io.querent.decision.history;

import org.jspecify.annotations.NullMarked;
