/** A running application with desk, API and console, for tests. */
@NullMarked
package io.querent.admin.testing;

import org.jspecify.annotations.NullMarked;
