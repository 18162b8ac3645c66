package io.querent.benchmarks.server;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that all threads of this process have allocated, ended ones and virtual ones included. Java tells that since 21, and some
 * updates of 17 do; this is compiled for 17. Summed up over threads by hand it would lack all that have ended, so where Java does not
 * tell it is left unknown.
 */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final @Nullable MethodHandle TOTAL = total();

    private Allocation() {}

    /** Since the process began; not a number where it cannot be known. */
    static double bytes() {
        if (TOTAL == null) {
            return Double.NaN;
        }
        try {
            long bytes = (long) TOTAL.invokeExact(THREADS);
            return bytes < 0 ? Double.NaN : bytes;
        } catch (Throwable impossible) {
            throw new IllegalStateException("allocated bytes cannot be read", impossible);
        }
    }

    private static @Nullable MethodHandle total() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(ThreadMXBean.class, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class));
        } catch (NoSuchMethodException olderPlatform) {
            return null;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("allocated bytes cannot be read", impossible);
        }
    }
}
