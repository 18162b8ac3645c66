package io.querent.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * CPU time of the postmaster and all its children, from Linux's {@code /proc}. What a child used that has ended is in the
 * postmaster's own account of its children.
 */
final class ServerProcesses {
    private static final Path PROC = Path.of("/proc");

    /** Linux counts in hundredths of a second here, whatever the kernel's own tick is. */
    private static final double TICKS_PER_SECOND = 100;

    private final OptionalLong postmaster;

    private ServerProcesses(OptionalLong postmaster) {
        this.postmaster = postmaster;
    }

    /** The server that the process {@code backend} is a part of; unknown when it runs on another machine. */
    static ServerProcesses around(long backend) {
        Optional<ProcessStat> own = ProcessStat.read(PROC.resolve(Long.toString(backend)));
        return new ServerProcesses(own.filter(stat -> stat.command().startsWith("postgres"))
                .map(stat -> OptionalLong.of(stat.parent()))
                .orElseGet(OptionalLong::empty));
    }

    /** Not a number when the processes cannot be seen. */
    double cpuSeconds() {
        if (postmaster.isEmpty()) {
            return Double.NaN;
        }
        long pid = postmaster.getAsLong();
        try (Stream<Path> all = Files.list(PROC)) {
            long ticks = all.filter(ServerProcesses::isProcess)
                    .flatMap(process -> ProcessStat.read(process).stream())
                    .mapToLong(stat -> stat.pid() == pid
                            ? stat.ownTicks() + stat.childrenTicks()
                            : stat.parent() == pid ? stat.ownTicks() : 0)
                    .sum();
            return ticks / TICKS_PER_SECOND;
        } catch (IOException unreadable) {
            return Double.NaN;
        }
    }

    private static boolean isProcess(Path path) {
        return Character.isDigit(path.getFileName().toString().charAt(0));
    }
}
