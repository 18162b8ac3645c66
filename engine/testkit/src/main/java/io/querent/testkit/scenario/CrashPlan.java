package io.querent.testkit.scenario;

import io.querent.testkit.engine.CrashPoint;
import java.util.ArrayList;
import java.util.List;

/** Where the owner dies, each once. Not thread-safe. */
final class CrashPlan {
    private final List<Place> places = new ArrayList<>();

    private record Place(CrashPoint point, String operation) {}

    void at(CrashPoint point, String operation) {
        places.add(new Place(point, operation));
    }

    /** Whether the owner dies now. */
    boolean comesTrue(CrashPoint point, String operation) {
        return places.remove(new Place(point, operation));
    }
}
