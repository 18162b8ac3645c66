package io.querent.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process in {@code /proc/<pid>/stat}; see proc(5).
 *
 * @param ownTicks CPU time of its own, in user and kernel mode
 * @param childrenTicks CPU time of children that it has waited for
 */
record ProcessStat(long pid, String command, long parent, long ownTicks, long childrenTicks) {
    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int KERNEL = 12;
    private static final int USER_OF_CHILDREN = 13;
    private static final int KERNEL_OF_CHILDREN = 14;

    /** Empty when there is no such process, or not any more. */
    static Optional<ProcessStat> read(Path process) {
        try {
            return Optional.of(parse(Files.readString(process.resolve("stat"))));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** The command is in brackets and may itself hold brackets and blanks; what follows the last one is plain. */
    private static ProcessStat parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        String[] rest = line.substring(close + 2).split(" ", -1);
        return new ProcessStat(
                Long.parseLong(line.substring(0, open).trim()),
                line.substring(open + 1, close),
                Long.parseLong(rest[PARENT]),
                Long.parseLong(rest[USER]) + Long.parseLong(rest[KERNEL]),
                Long.parseLong(rest[USER_OF_CHILDREN]) + Long.parseLong(rest[KERNEL_OF_CHILDREN]));
    }
}
