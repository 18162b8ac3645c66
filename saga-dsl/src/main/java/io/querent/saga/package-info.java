/**
 * What users of Querent write: saga definitions, operation keys, outcomes, downstream profiles and budgets. Everything
 * here is immutable data once built, knows only the JDK, and is safe to share between threads.
 */
@NullMarked
package io.querent.saga;

import org.jspecify.annotations.NullMarked;
