/** Finding sagas: all of a search is in its URL, so that it can be kept, shared and gone back to. */
@NullMarked
package io.querent.admin.console.sagas;

import org.jspecify.annotations.NullMarked;
