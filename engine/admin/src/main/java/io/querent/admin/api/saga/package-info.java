/** Sagas as the API shows them, with masked payloads, and where they are found. */
@NullMarked
package io.querent.admin.api.saga;

import org.jspecify.annotations.NullMarked;
