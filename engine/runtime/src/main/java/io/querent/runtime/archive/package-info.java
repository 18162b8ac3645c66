/** Files that histories are written to before they leave the database: their form, writing, reading and checking. */
@NullMarked
package io.querent.runtime.archive;

import org.jspecify.annotations.NullMarked;
