package io.querent.benchmarks.load;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that make load. */
final class Lanes {
    private Lanes() {}

    /** Virtual threads where they are wanted and the platform has them (Java 21 on; this is compiled for 17). */
    static ExecutorService open(boolean virtual) {
        if (virtual) {
            try {
                return (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
            } catch (NoSuchMethodException olderPlatform) {
                return Executors.newCachedThreadPool();
            } catch (IllegalAccessException | InvocationTargetException impossible) {
                throw new IllegalStateException("virtual threads cannot be had", impossible);
            }
        }
        return Executors.newCachedThreadPool();
    }
}
