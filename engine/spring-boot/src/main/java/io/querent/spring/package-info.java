/**
 * Querent on Spring Boot: an application that has this starter on its class path and declares its
 * {@link io.querent.saga.SagaDefinition}s as beans gets a {@link io.querent.runtime.SagaEngine} bean.
 *
 * <p>Here is what an application may name: its properties, a marker for its data source, what can be wrong at start. The rooms,
 * in the order in which they build on each other: {@code database} says which PostgreSQL is used, {@code journal} puts storage on
 * it, {@code axon} brings users' event handlers, {@code engine} connects, runs and stops, {@code failure} explains what went wrong.
 */
@NullMarked
package io.querent.spring;

import org.jspecify.annotations.NullMarked;
