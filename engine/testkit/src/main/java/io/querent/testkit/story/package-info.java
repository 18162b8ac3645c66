/** A saga's history in the words of the business, for the reader of a failed test. */
@NullMarked
package io.querent.testkit.story;

import org.jspecify.annotations.NullMarked;
