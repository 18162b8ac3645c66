/** Style sheet, scripts and icon, from our own origin and from nowhere else. */
@NullMarked
package io.querent.admin.console.assets;

import org.jspecify.annotations.NullMarked;
