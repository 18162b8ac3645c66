/**
 * The guard over HTTP: a filter for endpoints that take an {@code Idempotency-Key}, and an endpoint that tells what became of one. Begin
 * with {@link io.querent.receiver.web.IdempotentEndpoints}.
 */
@NullMarked
package io.querent.receiver.web;

import org.jspecify.annotations.NullMarked;
