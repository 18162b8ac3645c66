package io.querent.decision.history;

import java.time.Instant;

/**
 * Something else that is part of an operation's or a saga's history: a question's answer, evidence, a review, a turn.
 *
 * @param at when
 * @param what a short name: {@code asked}, {@code evidence}, {@code review}, {@code compensating}, …
 * @param detail the particulars, for people
 */
public record Note(Instant at, String what, String detail) {}
