/** What people did and wanted, and whether anybody has changed that afterwards. */
@NullMarked
package io.querent.admin.console.audit;

import org.jspecify.annotations.NullMarked;
