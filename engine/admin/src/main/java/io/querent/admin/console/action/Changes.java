package io.querent.admin.console.action;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.StoredSaga;
import java.util.ArrayList;
import java.util.List;

/** Says in words what has happened to a saga since somebody looked at it. Pure. */
final class Changes {
    private static final int MOST = 20;

    private Changes() {}

    static List<String> since(StoredSaga saga, long revision) {
        List<SagaEvent> events = saga.events();
        List<String> changes = new ArrayList<>();
        for (long i = Math.max(0, revision); i < events.size() && changes.size() < MOST; i++) {
            changes.add("#" + (i + 1) + " " + words(events.get((int) i)));
        }
        return changes;
    }

    /** The event's name in words: {@code attempt started, of transfer}. Particulars are in the timeline. */
    private static String words(SagaEvent event) {
        String name = event.getClass()
                .getSimpleName()
                .replaceAll("([a-z])([A-Z])", "$1 $2")
                .toLowerCase(java.util.Locale.ROOT);
        return event instanceof SagaEvent.OperationEvent of && !of.operation().startsWith(".")
                ? name + ", of " + of.operation()
                : name;
    }
}
