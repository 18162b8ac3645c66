/** Signing in, one's own password, and what is shown when something is not there, not allowed or out of order. */
@NullMarked
package io.querent.admin.console.door;

import org.jspecify.annotations.NullMarked;
