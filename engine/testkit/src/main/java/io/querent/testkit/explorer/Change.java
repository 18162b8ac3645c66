package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;

/**
 * A command that was decided.
 *
 * @param world the world that it was decided in
 * @param before the stored state before
 * @param uptodate whether it was decided on the stored state, not on a stale owner's memory of it
 */
record Change(
        Setting setting, World world, SagaState before, SagaCommand command, Decision decision, boolean uptodate) {}
