package io.querent.examples.payment.faultrun.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a process a wall clock that is wrong, where the library libfaketime is installed. The clock that measures lengths of time is
 * left alone, as it is when a machine's time of day is wrong.
 */
public final class WrongClock {
    private static final List<Path> PLACES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));
    private static final String ELSEWHERE = "FAULT_RUN_LIBFAKETIME";

    private WrongClock() {}

    /** Whether wall clocks can be moved on this machine. */
    public static boolean isPossible() {
        return library().isPresent();
    }

    static void set(Map<String, String> environment, Duration offset) {
        Optional<Path> library = library();
        if (offset.isZero() || library.isEmpty()) {
            return;
        }
        environment.put("LD_PRELOAD", library.get().toString());
        environment.put("FAKETIME", (offset.isNegative() ? "" : "+") + offset.toSeconds() + "s");
        environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        // With the fix, waits of the Java machine end at once.
        environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    private static Optional<Path> library() {
        String named = System.getenv(ELSEWHERE);
        return named != null
                ? Optional.of(Path.of(named))
                : PLACES.stream().filter(Files::exists).findFirst();
    }
}
