/** Looking an operation up by its key, whatever saga it is of. */
@NullMarked
package io.querent.admin.console.operation;

import org.jspecify.annotations.NullMarked;
