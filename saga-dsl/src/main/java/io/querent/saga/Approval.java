package io.querent.saga;

import java.time.Instant;

/**
 * Result of an approval step.
 *
 * @param operator who approved
 * @param reason why, in the operator's words
 * @param at when
 */
public record Approval(String operator, String reason, Instant at) {}
