/** Starting sagas over the API. */
@NullMarked
package io.querent.admin.api.start;

import org.jspecify.annotations.NullMarked;
