/** How long history is kept, what keeps it longer, and who sees to it. */
@NullMarked
package io.querent.runtime.retention;

import org.jspecify.annotations.NullMarked;
