/**
 * Calls and queries over HTTP: one send an attempt, the frozen bytes under the operation's key, and a reading of the answer that
 * calls nothing final that the provider does not declare final. Made for Spring's {@code RestClient}; knows only the DSL.
 */
@NullMarked
package io.querent.http;

import org.jspecify.annotations.NullMarked;
