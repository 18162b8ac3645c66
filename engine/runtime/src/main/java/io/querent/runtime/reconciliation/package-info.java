/**
 * Holds what a provider reports, in a statement file or a list of its own, against what operations expect, and has what it proves decided
 * by the audited path. Matching is pure; nothing in here writes about a saga: nodes do, after they have looked at each decision.
 */
@NullMarked
package io.querent.runtime.reconciliation;

import org.jspecify.annotations.NullMarked;
