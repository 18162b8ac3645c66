/** Daily settlement of merchants, by a bank's own files. */
@NullMarked
package io.querent.examples.settlement;

import org.jspecify.annotations.NullMarked;
