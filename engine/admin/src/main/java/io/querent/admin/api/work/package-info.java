/** What people work on over the API: reviews, bulk jobs, the audit, definitions and figures. */
@NullMarked
package io.querent.admin.api.work;

import org.jspecify.annotations.NullMarked;
