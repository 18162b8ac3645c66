package io.querent.decision.world;

import io.querent.saga.AfterReversal;
import io.querent.saga.Amount;
import io.querent.saga.Branch;
import io.querent.saga.Downstream;
import io.querent.saga.PlaceBuilder;
import io.querent.saga.RetryBudget;
import io.querent.saga.SagaView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How a step is to be defined. Mutable; a plain call to {@link Profiles#BANK} unless changed. */
public final class StepPlan {
    final String name;
    final Set<String> after = new LinkedHashSet<>();
    Downstream downstream = Profiles.BANK;
    boolean besideOthers;
    boolean pivot;
    boolean local;
    boolean queryable = true;
    boolean retriable;
    boolean stays;
    RetryBudget retry = RetryBudget.ACTION;
    RetryBudget queries = RetryBudget.QUERY;

    final List<Branch> branches = new ArrayList<>();
    final List<Alternative> alternatives = new ArrayList<>();
    AfterReversal afterReversal = AfterReversal.REVIEW;

    @Nullable
    Amount amount;

    @Nullable
    UndoPlan undo;

    @Nullable
    Predicate<SagaView<String>> condition;

    /** What is done instead when the undo before was refused with one of these codes. */
    record Alternative(String name, Set<String> codes, UndoPlan plan) {}

    /** A step of that name. */
    public StepPlan(String name) {
        this.name = name;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** It follows these. */
    public StepPlan after(String... steps) {
        after.clear();
        after.addAll(List.of(steps));
        return this;
    }

    /** It begins beside the first step. */
    public StepPlan besideOthers() {
        after.clear();
        besideOthers = true;
        return this;
    }

    /** Where it goes. */
    public StepPlan downstream(Downstream profile) {
        downstream = profile;
        return this;
    }

    /** The saga only goes forward after it. */
    public StepPlan pivot() {
        pivot = true;
        return this;
    }

    /** It is a local transaction. */
    public StepPlan local() {
        local = true;
        return this;
    }

    /** There is no way to ask. */
    public StepPlan cannotBeQueried() {
        queryable = false;
        return this;
    }

    /** It is never refused. */
    public StepPlan retriable() {
        retriable = true;
        return this;
    }

    /** Its effect may stay. */
    public StepPlan needsNoUndo() {
        stays = true;
        return this;
    }

    /** Its budget of attempts. */
    public StepPlan retry(RetryBudget budget) {
        retry = budget;
        return this;
    }

    /** Its budget of questions. */
    public StepPlan queries(RetryBudget budget) {
        queries = budget;
        return this;
    }

    /** It can be made good for, in the plain way. */
    public StepPlan undo() {
        return undo(plan -> plan);
    }

    /** It can be made good for. */
    public StepPlan undo(UnaryOperator<UndoPlan> plan) {
        undo = plan.apply(new UndoPlan(downstream));
        return this;
    }

    /** Where that undo is refused with one of these codes, another one is sent. */
    public StepPlan orUndo(String alternative, Set<String> codes, UnaryOperator<UndoPlan> plan) {
        alternatives.add(new Alternative(alternative, codes, plan.apply(new UndoPlan(downstream))));
        return this;
    }

    /** Its effect has that amount. */
    public StepPlan amount(String value) {
        amount = Amount.of(value, "EUR");
        return this;
    }

    /** It belongs to that branch of a choice. */
    public StepPlan when(String choice, String branch) {
        branches.add(new Branch(choice, branch));
        return this;
    }

    /** It is run only if that holds. */
    public StepPlan onlyIf(Predicate<SagaView<String>> holds) {
        condition = holds;
        return this;
    }

    /** When the provider takes its effect back, the saga turns back. */
    public StepPlan turnsBackWhenReversed() {
        afterReversal = AfterReversal.TURN_BACK;
        return this;
    }

    /** Where it stands, for the step that {@code builder} describes. */
    public <B extends PlaceBuilder<String, B>> B place(B builder) {
        builder.after(after.toArray(String[]::new));
        branches.forEach(branch -> builder.when(branch.choice(), branch.name()));
        Predicate<SagaView<String>> holds = condition;
        if (holds != null) {
            builder.onlyIf("it is wanted", holds);
        }
        if (besideOthers) {
            builder.atStart();
        }
        return pivot ? builder.pivot() : builder;
    }
}
