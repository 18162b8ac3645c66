/** Tells open pages that what they show has changed. */
@NullMarked
package io.querent.admin.live;

import org.jspecify.annotations.NullMarked;
