package io.querent.decision.world;

import io.querent.saga.Downstream;
import io.querent.saga.RetryBudget;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a compensation is to be defined. Mutable; plain unless changed. */
public final class UndoPlan {
    Downstream downstream;

    @Nullable
    Set<String> after;

    boolean inParts;
    boolean queryable = true;
    RetryBudget retry = RetryBudget.COMPENSATION;
    RetryBudget queries = RetryBudget.QUERY;

    UndoPlan(Downstream downstream) {
        this.downstream = downstream;
    }

    /** It goes elsewhere than to the step's own downstream. */
    public UndoPlan downstream(Downstream profile) {
        this.downstream = profile;
        return this;
    }

    /** Declares an order of its own; with no step named it waits for none. */
    public UndoPlan after(String... steps) {
        this.after = new LinkedHashSet<>(List.of(steps));
        return this;
    }

    /** It can make good for a part. */
    public UndoPlan inParts() {
        this.inParts = true;
        return this;
    }

    /** There is no way to ask. */
    public UndoPlan cannotBeQueried() {
        this.queryable = false;
        return this;
    }

    /** Its budget of attempts. */
    public UndoPlan retry(RetryBudget budget) {
        this.retry = budget;
        return this;
    }

    /** Its budget of questions. */
    public UndoPlan queries(RetryBudget budget) {
        this.queries = budget;
        return this;
    }
}
