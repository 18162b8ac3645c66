package io.querent.examples.settlement.saga;

import java.time.Instant;
import java.time.LocalDate;

/**
 * One merchant's settlement for one window by one version of the rules: what a settlement saga is started with, whatever starts it.
 *
 * @param window the business date
 * @param rules version of the fee rule
 * @param before the window's end; another schedule makes another one, and is told apart as a conflict
 */
public record Settlement(String merchant, LocalDate window, String rules, Instant before) {
    /** The business key: {@code M001:2026-11-29:v1}. Who triggered it, when and how often is no part of it. */
    public String key() {
        return String.join(":", merchant, window.toString(), rules);
    }
}
