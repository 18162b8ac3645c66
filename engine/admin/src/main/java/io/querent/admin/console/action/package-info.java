/** Acting on a saga: what is offered, a form, what is about to happen in words, and what came of it. */
@NullMarked
package io.querent.admin.console.action;

import org.jspecify.annotations.NullMarked;
