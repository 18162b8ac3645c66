package io.querent.decision;

import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What people have ordered to be made good for of one step, while its saga goes forward or has completed. Immutable.
 *
 * @param whole whether all that is left of the effect is to be undone
 * @param worth amount of the step's effect; null before a part was ordered
 * @param parts amounts of the parts by the names of their operations, in the order in which they were ordered; none is ever taken out
 * @param withdrawn operations whose order was taken back
 */
public record UndoOrders(boolean whole, @Nullable Amount worth, Map<String, Amount> parts, Set<String> withdrawn) {
    static final UndoOrders NONE = new UndoOrders(false, null, Map.of(), Set.of());

    public UndoOrders {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        withdrawn = Collections.unmodifiableSet(new LinkedHashSet<>(withdrawn));
    }

    UndoOrders all() {
        return new UndoOrders(true, worth, parts, withdrawn);
    }

    UndoOrders part(String operation, Amount amount, Amount ofAll) {
        Map<String, Amount> more = new LinkedHashMap<>(parts);
        more.put(operation, amount);
        return new UndoOrders(whole, ofAll, more, withdrawn);
    }

    UndoOrders withdraw(String operation) {
        if (OperationKey.partOf(operation).isEmpty()) {
            return new UndoOrders(false, worth, parts, withdrawn);
        }
        Set<String> more = new LinkedHashSet<>(withdrawn);
        more.add(operation);
        return new UndoOrders(whole, worth, parts, more);
    }
}
