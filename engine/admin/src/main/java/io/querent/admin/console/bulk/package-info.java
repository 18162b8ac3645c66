/** Acting on many sagas: a frozen selection, a look at what would happen, and a run at a limited rate. */
@NullMarked
package io.querent.admin.console.bulk;

import org.jspecify.annotations.NullMarked;
