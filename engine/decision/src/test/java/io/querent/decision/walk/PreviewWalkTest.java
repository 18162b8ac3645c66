package io.querent.decision.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Authority;
import io.querent.decision.Decision;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.preview.PlannedOperation;
import io.querent.decision.preview.Preview;
import io.querent.decision.preview.Wave;
import io.querent.decision.world.Commit;
import io.querent.decision.world.Reading;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.Steps;
import io.querent.decision.world.Treatment;
import io.querent.decision.world.Truth;
import io.querent.saga.Amount;
import io.querent.saga.StepDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a preview shows is what is then done, in its order, when everybody answers yes; and its refusals are the decider's own. */
class PreviewWalkTest {
    private static final int WALKS = Integer.getInteger("querent.previews", 1_500);

    private int accepted;
    private int refused;
    private int exact;

    @Test
    void whatIsShownIsWhatIsThenDone() {
        for (long seed = 0; seed < WALKS; seed++) {
            try {
                walk(new Random(seed));
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
        }
        assertThat(accepted).as("decisions that were accepted").isGreaterThan(WALKS / 3);
        assertThat(exact).as("previews of the whole rest").isGreaterThan(WALKS / 4);
        assertThat(refused).as("decisions that were refused").isGreaterThan(WALKS / 10);
    }

    private void walk(Random random) {
        List<Commit> commits = new ArrayList<>();
        ScriptedWorld world = new ScriptedWorld(new RandomPlan(random).build(), random::nextDouble, commits::add);
        world.start();
        trouble(world, random);
        world.turns(random.nextInt(60));
        for (int i = 0; i < 3; i++) {
            takeOver(world);
            answerYes(world);
            check(world, decision(world, random), commits);
            world.turns(random.nextInt(4));
        }
    }

    private void check(ScriptedWorld world, OperatorDecision decision, List<Commit> commits) {
        SagaCommand.Decide command = command(world, decision);
        Preview preview = Preview.of(world.definition(), world.state(), command, world.functions());
        Decision decided = world.submit(command);
        if (preview instanceof Preview.Foreseen foreseen) {
            assertThat(decided).isInstanceOf(Decision.Accepted.class);
            commits.clear();
            world.run();
            compare(foreseen, done(commits), world);
            accepted++;
            exact += foreseen.waits().isEmpty() && !foreseen.waves().isEmpty() ? 1 : 0;
        } else {
            Preview.Refused no = (Preview.Refused) preview;
            assertThat(decided).isEqualTo(new Decision.Refused(no.refusal(), no.message()));
            refused++;
        }
    }

    /** Where it waits for something else, more may be done when that comes, and between. */
    private static void compare(Preview.Foreseen foreseen, List<String> done, ScriptedWorld world) {
        Map<String, Integer> waves = new HashMap<>();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < foreseen.waves().size(); i++) {
            Wave wave = foreseen.waves().get(i);
            for (PlannedOperation one : wave.operations()) {
                shown.add(one.act() + " " + one.operation());
                waves.put(one.act() + " " + one.operation(), i);
            }
        }
        List<String> ofShown = done.stream().filter(waves::containsKey).toList();
        String context = foreseen + "\n" + done + world.describe();
        if (foreseen.waits().isEmpty()) {
            assertThat(done).as(context).containsExactlyInAnyOrderElementsOf(shown);
            assertThat(world.status()).as(context).isEqualTo(foreseen.end());
        } else {
            assertThat(ofShown).as(context).containsAll(shown);
        }
        assertThat(ofShown.stream().map(waves::get).toList()).as(context).isSorted();
    }

    private static List<String> done(List<Commit> commits) {
        List<String> done = new ArrayList<>();
        for (Commit commit : commits) {
            if (!(commit.decision() instanceof Decision.Accepted yes)) {
                continue;
            }
            for (SagaEvent event : yes.events()) {
                if (event instanceof SagaEvent.AttemptStarted started) {
                    done.add("SEND " + started.operation());
                } else if (event instanceof SagaEvent.MessagePublished published) {
                    done.add("PUBLISH " + published.operation());
                }
            }
            if (commit.command() instanceof SagaCommand.RecordQueryAnswer answer) {
                done.add("ASK_FIRST " + answer.operation());
            }
        }
        return done;
    }

    private static OperatorDecision decision(ScriptedWorld world, Random random) {
        List<StepDefinition<?>> steps = world.steps();
        String step = steps.get(random.nextInt(steps.size())).name();
        List<OperationState> open = world.state().operations().values().stream()
                .filter(known ->
                        known.status() == OperationStatus.IN_REVIEW || known.status() == OperationStatus.UNKNOWN)
                .toList();
        List<OperationState> no = world.state().operations().values().stream()
                .filter(known -> known.status() == OperationStatus.REJECTED)
                .toList();
        if (!open.isEmpty() && random.nextInt(3) == 0) {
            return new OperatorDecision.Resend(
                    open.get(random.nextInt(open.size())).name());
        } else if (!no.isEmpty() && random.nextInt(2) == 0) {
            return new OperatorDecision.Redrive(
                    no.get(random.nextInt(no.size())).name());
        }
        return switch (random.nextInt(6)) {
            case 0 -> new OperatorDecision.Cancel();
            case 1, 2 -> new OperatorDecision.CompensateStep(step);
            case 3 -> new OperatorDecision.CompensatePart(step, Amount.of("60", "EUR"));
            default -> new OperatorDecision.Compensate();
        };
    }

    private static SagaCommand.Decide command(ScriptedWorld world, OperatorDecision decision) {
        Amount worth = decision instanceof OperatorDecision.CompensatePart part ? world.worth(part.operation()) : null;
        Authority authority = new Authority("ann", "by the books", world.state().version(), "look " + world.turns());
        return new SagaCommand.Decide(decision, authority, worth, world.now());
    }

    /** Nothing is on its way any more: a preview cannot know what a call or a question will say. */
    private static void takeOver(ScriptedWorld world) {
        if (!world.isLost()) {
            world.crash();
        }
        while (world.isLost()) {
            world.turn();
        }
    }

    private static void trouble(ScriptedWorld world, Random random) {
        List<Treatment> words = List.of(
                Treatment.apply(),
                Treatment.apply(),
                Treatment.apply(),
                Treatment.apply().reset(),
                Treatment.lost(),
                Treatment.decline(RandomPlan.CODE),
                Treatment.notSent("429", Duration.ofMinutes(10)));
        each(world, name -> world.at(name).sends(words.get(random.nextInt(words.size()))));
    }

    private static void answerYes(ScriptedWorld world) {
        each(
                world,
                name -> world.at(name)
                        .truth(Truth.asDeclared(
                                        world.definition().operation(name).orElseThrow())
                                .ignoresKeys())
                        .sends(Treatment.apply())
                        .queries(Reading.found()));
    }

    private static void each(ScriptedWorld world, Consumer<String> of) {
        for (StepDefinition<?> step : Steps.possible(world)) {
            if (step.action().isPresent()) {
                of.accept(step.name());
                Steps.undosOf(step).forEach(of);
            }
        }
    }
}
