/** Evidence bundles: what happened to a saga, in entries whose hashes cover one another. Pure. */
@NullMarked
package io.querent.admin.evidence;

import org.jspecify.annotations.NullMarked;
