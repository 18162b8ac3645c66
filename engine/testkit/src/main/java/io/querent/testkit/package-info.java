/** The front door of the test kit's explorer. */
@NullMarked
package io.querent.testkit;

import org.jspecify.annotations.NullMarked;
