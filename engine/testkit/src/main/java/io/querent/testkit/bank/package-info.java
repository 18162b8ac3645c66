/** A scripted downstream with books: what it was made to do, and what it answered, are two different things. */
@NullMarked
package io.querent.testkit.bank;

import org.jspecify.annotations.NullMarked;
