/**
 * What the engine relies on in a storage, as abstract tests: each implementation of the ports extends them. The tests of one
 * implementation stay with it where they are about its own means.
 */
@NullMarked
package io.querent.contract;

import org.jspecify.annotations.NullMarked;
