/** Given, when, then for one saga: the decision core with the definition's own functions, time that the test moves, no thread and no database. */
@NullMarked
package io.querent.testkit.scenario;

import org.jspecify.annotations.NullMarked;
