/** The shape of the code, as tests: what may know what, and what is kept out of where. Every rule says what to do instead. */
@NullMarked
package io.querent.architecture;

import org.jspecify.annotations.NullMarked;
