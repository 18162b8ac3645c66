/**
 * The decision core: what a saga does next, as pure functions. {@link io.querent.decision.Decider#decide decide} turns a
 * command into events or a refusal, {@link io.querent.decision.Evolution#evolve evolve} turns an event into the next state, and
 * {@link io.querent.decision.Effects#of effects} says what to do now. Time, jitter and ids arrive inside commands; the same
 * inputs give the same bytes out. Nothing here reads a clock, blocks, or knows that a database exists.
 */
@NullMarked
package io.querent.decision;

import org.jspecify.annotations.NullMarked;
