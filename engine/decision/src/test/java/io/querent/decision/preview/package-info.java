/** Tests of looking ahead. */
@NullMarked
package io.querent.decision.preview;

import org.jspecify.annotations.NullMarked;
