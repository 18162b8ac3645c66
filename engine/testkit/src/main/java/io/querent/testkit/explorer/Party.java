package io.querent.testkit.explorer;

import io.querent.decision.Owner;
import io.querent.decision.SagaState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that owns the saga or once did. Immutable.
 *
 * @param view the saga as a stale owner remembers it; null for the owner, who knows what is stored, and for one that has
 *     learnt of its loss
 * @param errands what it has in mind
 */
record Party(Owner owner, @Nullable SagaState view, List<Errand> errands) {
    static Party newOwner(long token) {
        return new Party(new Owner("owner-" + token, token), null, List.of());
    }

    String name() {
        return owner.node();
    }

    boolean isBusyWith(int operation) {
        for (Errand errand : errands) {
            if (errand.operation() == operation && errand.occupies()) {
                return true;
            }
        }
        return false;
    }

    /** Whether it still waits for the answer to the attempt. */
    boolean awaits(int operation, int attempt) {
        return errands.stream()
                .anyMatch(errand -> errand instanceof Errand.Await await
                        && await.operation() == operation
                        && await.attempt() == attempt);
    }

    Party with(Errand errand) {
        List<Errand> more = new ArrayList<>(errands);
        more.add(errand);
        return new Party(owner, view, more);
    }

    Party without(Errand errand) {
        List<Errand> fewer = new ArrayList<>(errands);
        fewer.remove(errand);
        return new Party(owner, view, fewer);
    }

    Party withoutAwait(int operation, int attempt) {
        List<Errand> fewer = new ArrayList<>(errands);
        fewer.removeIf(errand ->
                errand instanceof Errand.Await && errand.operation() == operation && errand.attempt() == attempt);
        return new Party(owner, view, fewer);
    }

    Party seeing(@Nullable SagaState newView) {
        return new Party(owner, newView, errands);
    }
}
