package io.querent.testkit.explorer;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import org.jspecify.annotations.Nullable;

/**
 * A person decides.
 *
 * @param revision what that person had seen
 * @param request the request's id
 * @param cost what it counts as where it is carried out
 */
record Decide(OperatorDecision decision, long revision, String request, Cost cost) implements Move {
    /** What a decision counts as. */
    enum Cost {
        /** Nothing: it is what the saga waits for. */
        NONE,
        /** A business refusal. */
        REFUSAL,
        /** An intervention. */
        INTERVENTION
    }

    /** An intervention by somebody who has seen all there is. */
    static Decide now(World world, OperatorDecision decision) {
        return seen(world, decision, world.state.version());
    }

    /** An intervention by somebody who saw that revision. */
    static Decide seen(World world, OperatorDecision decision, long revision) {
        return new Decide(decision, revision, "request-" + (world.interventions + 1), Cost.INTERVENTION);
    }

    @Override
    public void make(Scene scene) {
        World world = scene.world();
        SagaState before = world.state;
        Authority authority = new Authority("operator", "a complaint", revision, request);
        scene.submit(new SagaCommand.Decide(decision, authority, worth(scene), scene.now()));
        boolean changed = world.state != before;
        world.interventions += changed && cost == Cost.INTERVENTION ? 1 : 0;
        world.refusals += changed && cost == Cost.REFUSAL ? 1 : 0;
    }

    private @Nullable Amount worth(Scene scene) {
        return decision instanceof OperatorDecision.CompensatePart part
                ? scene.setting()
                        .definition()
                        .operation(part.operation())
                        .flatMap(Setting::worth)
                        .orElse(null)
                : null;
    }

    @Override
    public String who(World world) {
        return "operator";
    }

    @Override
    public String what(Setting setting) {
        String about = decision instanceof OperatorDecision.OnOperation on ? " " + on.operation() : "";
        String seen = revision == Authority.UNSEEN ? "without having looked" : "having seen revision " + revision;
        return "decides " + decision.name() + about + ", " + seen;
    }

    @Override
    public boolean isUrgent() {
        return false;
    }

    @Override
    public boolean mayStayAway() {
        return true;
    }
}
