package io.querent.testkit.explorer;

import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.SagaCommand;
import io.querent.saga.ChoiceDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.StepBody;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How a step may begin that the engine decides by itself. The user's functions are not asked: a condition holds or does not, each branch
 * may be chosen, a list has none or some items, a time has passed or is to come.
 */
final class Beginnings {
    private static final Duration SOME_TIME = Duration.ofHours(1);
    private static final String OTHERWISE = "\"otherwise\"";

    private final Setting setting;
    private final long token;
    private final List<Move> moves = new ArrayList<>();

    private Beginnings(Setting setting, long token) {
        this.setting = setting;
        this.token = token;
    }

    /** All ways in which the step or message may begin, that it is skipped being the last. */
    static List<Move> of(Setting setting, long token, String name) {
        Beginnings beginnings = new Beginnings(setting, token);
        beginnings.begin(name);
        beginnings.moves.addAll(skipped(setting, token, name));
        return beginnings.moves;
    }

    /** That the step is skipped, where it has a condition. */
    static List<Move> skipped(Setting setting, long token, String name) {
        boolean conditional =
                setting.isStep(name) && setting.step(name).condition().isPresent();
        return conditional
                ? List.of(new Begin(
                        token,
                        name,
                        "finds that the condition of " + name + " does not hold",
                        now -> new SagaCommand.SkipStep(name, "its condition does not hold", now)))
                : List.of();
    }

    /** The end of a wait whose time has come. */
    static Move end(Setting setting, long token, String name) {
        boolean goesOn = setting.step(name).body() instanceof WaitDefinition<?> wait
                && wait.otherwise().isPresent();
        return new Begin(
                token,
                name,
                "finds that the time of " + name + " has come",
                now -> new SagaCommand.WaitIsDue(name, goesOn ? OTHERWISE : null, now));
    }

    /** The saga's deadline has come. */
    static Move deadline(long token) {
        return new Begin(token, "", "finds that the saga's deadline has come", SagaCommand.PassDeadline::new);
    }

    private void begin(String name) {
        if (setting.isOperation(name)) {
            FrozenRequest message = new FrozenRequest("{\"built\":1}", "v1:1");
            add(name, "commits the message " + name, now -> new SagaCommand.Publish(name, message, now));
            return;
        }
        StepDefinition<?> step = setting.step(name);
        StepBody<?> body = step.body();
        if (body instanceof ChoiceDefinition<?> choice) {
            for (String branch : choice.branches()) {
                add(name, "chooses " + branch + " in " + name, now -> new SagaCommand.ChooseBranch(name, branch, now));
            }
        } else if (body instanceof WaitDefinition<?> wait) {
            begin(name, wait);
        } else {
            for (int items = setting.items(name).size(); items >= 0; items--) {
                List<Item> listed = items(name, items);
                add(name, "lists " + items + " items of " + name, now -> new SagaCommand.ListItems(name, listed, now));
            }
        }
    }

    private void begin(String name, WaitDefinition<?> wait) {
        if (wait.end() instanceof WaitDefinition.End.After<?> after) {
            begin(name, "", after.time());
        } else {
            begin(name, ", until a time to come", SOME_TIME);
            begin(name, ", until a time that has passed", Duration.ZERO);
        }
    }

    private void begin(String name, String until, Duration time) {
        add(name, "begins to wait in " + name + until, now -> new SagaCommand.StartWait(name, now.plus(time), now));
    }

    private List<Item> items(String forEach, int count) {
        List<Item> items = new ArrayList<>();
        for (StepDefinition<?> item : setting.items(forEach).subList(0, count)) {
            items.add(new Item(OperationKey.itemKeyOf(item.name()).orElseThrow(), "\"explored\""));
        }
        return items;
    }

    private void add(String name, String what, Function<Instant, SagaCommand> command) {
        moves.add(new Begin(token, name, what, command));
    }
}
