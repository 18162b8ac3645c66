/**
 * The command line: looks at sagas, at the queue of reviews and at the audit, and sends decisions, which the nodes that run the sagas
 * carry out.
 */
@NullMarked
package io.querent.command;

import org.jspecify.annotations.NullMarked;
