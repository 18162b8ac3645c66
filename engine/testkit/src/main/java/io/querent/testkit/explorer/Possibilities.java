package io.querent.testkit.explorer;

import io.querent.decision.ReviewReason;
import io.querent.saga.ChoiceDefinition;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What may become of each step by its definition, and the setting without which it does not. */
final class Possibilities {
    private final Setting setting;
    private final Bounds bounds;
    private final List<Coverage.Gap> all = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> skippable = new HashSet<>();

    private Possibilities(Setting setting) {
        this.setting = setting;
        this.bounds = setting.bounds();
    }

    static List<Coverage.Gap> of(Setting setting) {
        Possibilities possibilities = new Possibilities(setting);
        for (StepDefinition<?> step : setting.definition().steps()) {
            possibilities.addStep(step);
        }
        setting.operations().forEach(possibilities::addOperation);
        possibilities.addSaga();
        return possibilities.all;
    }

    private void addStep(StepDefinition<?> step) {
        boolean skipped = step.condition().isPresent()
                || !step.branches().isEmpty()
                || !step.after().isEmpty() && skippable.containsAll(step.after());
        if (skipped) {
            skippable.add(step.name());
            add(step.name(), Happening.SKIPPED, states());
        }
        if (step.body() instanceof ChoiceDefinition<?> choice) {
            choice.branches().forEach(branch -> add(step.name(), Happening.chose(branch), states()));
        } else if (step.body() instanceof WaitDefinition<?> wait) {
            addWait(step.name(), wait);
        } else if (step.body() instanceof ForEachDefinition<?> forEach) {
            add(step.name(), Happening.EMPTY, states());
            add(step.name(), Happening.ITEMS, states());
            if (!forEach.limits().collect() && !step.retriable()) {
                add(step.name(), Happening.ITEM_REFUSED, refusals(1));
            }
        }
    }

    private void addWait(String step, WaitDefinition<?> wait) {
        switch (wait.kind()) {
            case TIME -> add(step, Happening.OVER, states());
            case SIGNAL -> {
                add(step, Happening.WORD, states());
                add(step, Happening.WORD_NO, refusals(1));
                add(step, wait.otherwise().isPresent() ? Happening.OVER : Happening.TIMED_OUT, states());
            }
            case APPROVAL -> {
                add(step, Happening.APPROVED, states());
                add(step, Happening.DECLINED, refusals(1));
                add(step, Happening.TIMED_OUT, states());
                if (!wait.escalations().isEmpty()) {
                    add(step, Happening.ESCALATED, states());
                }
            }
        }
    }

    private void addOperation(Operation operation) {
        String name = CoverageCount.label(operation.name());
        if (!seen.add(name)) {
            return;
        }
        String first = operation.undo() ? refusals(operation.rank()) + turn() : states();
        if (operation.isMessage()) {
            add(name, Happening.PUBLISHED, first);
            return;
        }
        add(name, Happening.DONE, first);
        if (operation.mayBeRefused()) {
            add(name, Happening.REFUSED, refusals(operation.rank() + 1));
        }
        if (operation.mayBeRefusedWithEffect()) {
            add(name, Happening.REFUSED_WITH_EFFECT, refusals(1));
        }
        add(name, Happening.NOT_EXECUTED, faults());
        if (operation.isElsewhere()) {
            addUnknown(name, operation);
            add(name, Happening.TOLD, more("callbacks", bounds.callbacks()));
            if (!operation.undo()) {
                add(name, Happening.TAKEN_BACK, more("reversals", bounds.reversals()));
            }
        }
    }

    private void addUnknown(String name, Operation operation) {
        add(name, Happening.UNKNOWN, faults());
        if (operation.definition().queryable()) {
            add(name, Happening.PENDING, operation.isChild() ? states() : faults());
            add(name, Happening.FOUND_DONE, faults());
            add(
                    name,
                    operation.honoursKeys()
                            ? Happening.SENT_AGAIN
                            : Happening.reviewed(ReviewReason.RESEND_NOT_PROTECTED),
                    faults());
        } else {
            add(
                    name,
                    operation.honoursKeys()
                            ? Happening.SENT_UNASKED
                            : Happening.reviewed(ReviewReason.CANNOT_BE_PROVED),
                    faults());
        }
    }

    private void addSaga() {
        if (setting.definition().deadline().isPresent()) {
            add(Coverage.SAGA, Happening.DEADLINE, faults());
        }
        String people = more("interventions", bounds.interventions());
        add(Coverage.SAGA, "decided on by a person: cancel", people);
        add(Coverage.SAGA, Happening.PAUSED, people);
    }

    private void add(String step, String outcome, String remedy) {
        all.add(new Coverage.Gap(step, outcome, remedy));
    }

    private String faults() {
        return more("faults", bounds.faults());
    }

    private String refusals(int needed) {
        return needed > bounds.refusals() ? "refusals(" + needed + ")" : more("refusals", bounds.refusals());
    }

    /** A saga also turns back because a person wants it to. */
    private String turn() {
        return ", or " + more("interventions", bounds.interventions());
    }

    private String states() {
        return bounds.states() < 1_000_000 ? "states(1000000)" : more("states", bounds.states());
    }

    private static String more(String what, int now) {
        return what + "(" + (now + 1) + ")";
    }
}
