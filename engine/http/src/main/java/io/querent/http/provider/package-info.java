/** What well-known providers say of their keys, as data: each figure with the page it is from. */
@NullMarked
package io.querent.http.provider;

import org.jspecify.annotations.NullMarked;
