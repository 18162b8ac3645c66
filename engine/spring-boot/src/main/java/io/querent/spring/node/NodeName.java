package io.querent.spring.node;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A name for a process that was given none. People read it in histories, so it says where the process ran. */
final class NodeName {
    private static final int LONGEST_HOST = 60;

    private NodeName() {}

    /** Host, process id, and chance: containers share process ids, and a process may run two engines. */
    static String ofThisProcess() {
        return of(
                host(),
                ProcessHandle.current().pid(),
                ThreadLocalRandom.current().nextInt(0x10000));
    }

    static String of(String host, long pid, int chance) {
        String name = host.length() > LONGEST_HOST ? host.substring(0, LONGEST_HOST) : host;
        return "%s-%d-%04x".formatted(name, pid, chance);
    }

    private static String host() {
        @Nullable String fromEnvironment = System.getenv("HOSTNAME");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return fromEnvironment.strip();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "node";
        }
    }
}
