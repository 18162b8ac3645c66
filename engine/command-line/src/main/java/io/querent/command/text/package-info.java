/** Plain text for terminals. */
@NullMarked
package io.querent.command.text;

import org.jspecify.annotations.NullMarked;
