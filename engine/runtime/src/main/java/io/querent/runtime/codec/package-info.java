/** How events and payloads are written: JSON, under names and revisions of our own, never under a Java class name. */
@NullMarked
package io.querent.runtime.codec;

import org.jspecify.annotations.NullMarked;
