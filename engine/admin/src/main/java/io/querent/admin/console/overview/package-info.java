/** The whole cluster at a glance. */
@NullMarked
package io.querent.admin.console.overview;

import org.jspecify.annotations.NullMarked;
