package io.querent.testkit.story;

import io.querent.decision.SagaEvent;
import java.util.Locale;

/** An event whose name says it all, as words. */
final class Plain {
    private Plain() {}

    static String words(SagaEvent event) {
        String name = event.getClass().getSimpleName();
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
