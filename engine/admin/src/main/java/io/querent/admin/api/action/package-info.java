/** What people do to sagas over the API: actions, their results, previews and second persons. */
@NullMarked
package io.querent.admin.api.action;

import org.jspecify.annotations.NullMarked;
