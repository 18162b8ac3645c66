/** What went wrong at start, in words and with what to do about it. */
@NullMarked
package io.querent.spring.failure;

import org.jspecify.annotations.NullMarked;
