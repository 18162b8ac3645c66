/** The queue of cases that wait for a person. */
@NullMarked
package io.querent.admin.console.reviews;

import org.jspecify.annotations.NullMarked;
