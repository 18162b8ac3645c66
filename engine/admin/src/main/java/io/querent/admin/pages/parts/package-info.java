/** Parts that several of the console's pages share. */
@NullMarked
package io.querent.admin.pages.parts;

import org.jspecify.annotations.NullMarked;
