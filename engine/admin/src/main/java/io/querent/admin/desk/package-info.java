/** What people do to sagas, the same for API and console: what each may, in front of what is done with their requests. */
@NullMarked
package io.querent.admin.desk;

import org.jspecify.annotations.NullMarked;
