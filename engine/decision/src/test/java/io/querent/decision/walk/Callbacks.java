package io.querent.decision.walk;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.world.ScriptedWorld;
import java.util.List;
import java.util.Random;

/** What downstreams tell unasked: early, late, twice, of operations nobody knows. Only liars say what is not so. */
final class Callbacks {
    private static final List<QueryAnswer> LIES = List.of(
            new QueryAnswer.FoundRejected("no-cover", "declined"),
            new QueryAnswer.Found("\"done\""),
            new QueryAnswer.Found("\"done otherwise\""),
            new QueryAnswer.FoundPending("reference-3"),
            new QueryAnswer.Mismatch("another amount"),
            new QueryAnswer.Reversed("returned", "taken back"),
            new QueryAnswer.FoundRefusedWithEffect("no-cover", "declined", "\"fee\""),
            new QueryAnswer.NotFound(),
            new QueryAnswer.Unavailable("who knows"),
            new QueryAnswer.NotAsked("who knows"));

    private final Random random;
    private final ScriptedWorld world;
    private final boolean lying;
    private int messages;

    Callbacks(Random random, ScriptedWorld world, boolean lying) {
        this.random = random;
        this.world = world;
        this.lying = lying;
    }

    void tellOf(String operation) {
        boolean known = world.definition().operation(operation).isPresent();
        QueryAnswer truth = known ? world.ledger(operation) : word();
        tell(operation, lying ? lie(operation) : truth);
    }

    private QueryAnswer word() {
        return random.nextInt(4) == 0
                ? new QueryAnswer.FoundRejected("no", "not wanted")
                : new QueryAnswer.Found("\"done\"");
    }

    /** The best lie is the opposite of what is believed. */
    private QueryAnswer lie(String operation) {
        OperationState known = world.state().operation(operation);
        if (known.status() == OperationStatus.PENDING && random.nextInt(3) == 0) {
            return LIES.get(LIES.size() - 3);
        } else if (known.status().isFinal() && random.nextBoolean()) {
            return LIES.get(known.result().isPresent() ? 0 : 1);
        }
        return LIES.get(random.nextInt(LIES.size()));
    }

    private void tell(String operation, QueryAnswer answer) {
        boolean again = messages > 0 && random.nextInt(6) == 0;
        int number = again ? random.nextInt(messages) : messages++;
        world.submit(new SagaCommand.RecordCallback(
                random.nextInt(10) == 0 ? "s99" : operation,
                "message-" + number,
                "downstream",
                answer,
                random.nextDouble(),
                world.now()));
    }
}
