/** What all rooms of the console share: the frame around a page, times, badges, links. */
@NullMarked
package io.querent.admin.console.page;

import org.jspecify.annotations.NullMarked;
