/** The explorer on the real core, and on cores that were broken on purpose. */
@NullMarked
package io.querent.testkit.explorer;

import org.jspecify.annotations.NullMarked;
