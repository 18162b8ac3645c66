package io.querent.examples.payment.faultrun.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The programs that a cluster is made of, as Debian installs them. Nothing is installed from here: what is missing is named.
 *
 * @param patroni the program
 * @param etcd the program
 * @param server directory of PostgreSQL's programs
 */
public record ClusterPrograms(Path patroni, Path etcd, Path server) {
    /** The user as whom the cluster runs when this process is root, whom PostgreSQL refuses. */
    static final String USER = "postgres";

    private static final Path PATRONI = Path.of("/usr/bin/patroni");
    private static final Path ETCD = Path.of("/usr/bin/etcd");
    private static final Path SERVERS = Path.of("/usr/lib/postgresql");
    private static final long VERSION_SECONDS = 20;

    /** @throws IOException when something is missing; the message says what, and how to get it */
    public static ClusterPrograms find() throws IOException {
        Map<String, Path> packages = new LinkedHashMap<>();
        Path server = newestServer();
        packages.put("patroni", PATRONI);
        packages.put("etcd-server", ETCD);
        packages.put("postgresql", server.resolve("postgres"));
        List<String> missing = packages.entrySet().stream()
                .filter(each -> !Files.isExecutable(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (!missing.isEmpty()) {
            throw new IOException("not installed: " + String.join(", ", missing)
                    + "; on Debian: apt-get install -y --no-install-recommends " + String.join(" ", missing));
        }
        return new ClusterPrograms(PATRONI, ETCD, server);
    }

    /** What the programs say of themselves, by name. */
    public Map<String, String> versions() throws IOException, InterruptedException {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("PostgreSQL", said(server.resolve("postgres"), "--version"));
        versions.put("Patroni", said(patroni, "--version"));
        versions.put("etcd", said(etcd, "--version"));
        return versions;
    }

    /** The command, as a user whom PostgreSQL does not refuse. The process that is started is the program itself. */
    static List<String> asUser(List<String> command) {
        if (!isRoot()) {
            return command;
        }
        List<String> changed = new ArrayList<>(
                List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--init-groups", "--inh-caps=-all"));
        changed.addAll(command);
        return changed;
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static String said(Path program, String question) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(program.toString(), question)
                .redirectErrorStream(true)
                .start();
        String first = asked.inputReader().lines().findFirst().orElse("unknown");
        if (!asked.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
            asked.destroyForcibly();
        }
        return first.replaceFirst("^[^0-9]*", "");
    }

    /** Debian keeps each version in a directory of its own. */
    private static Path newestServer() throws IOException {
        if (!Files.isDirectory(SERVERS)) {
            return SERVERS;
        }
        try (Stream<Path> versions = Files.list(SERVERS)) {
            return versions.filter(each -> each.getFileName().toString().matches("[0-9]+"))
                    .max((one, other) -> Integer.compare(number(one), number(other)))
                    .map(each -> each.resolve("bin"))
                    .orElse(SERVERS);
        }
    }

    private static int number(Path version) {
        return Integer.parseInt(version.getFileName().toString());
    }
}
