/** Requests that wait for a second person. */
@NullMarked
package io.querent.admin.console.approvals;

import org.jspecify.annotations.NullMarked;
