package io.querent.examples.settlement.service;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One time that a settlement was asked for.
 *
 * @param execution its own number
 * @param settlement the key that all of them share
 * @param begunBy kind of trigger
 * @param outcome STARTED, REPLAYED, or CONFLICT where the key is another settlement's
 */
public record Execution(
        long execution,
        String settlement,
        String begunBy,
        String operator,
        @Nullable String reason,
        String outcome,
        Instant requestedAt) {}
