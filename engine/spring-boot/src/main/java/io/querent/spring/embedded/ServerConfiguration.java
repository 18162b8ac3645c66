package io.querent.spring.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The file of settings that Querent writes into the data directory and {@code postgresql.conf} includes at its end. It also
 * remembers the port, from one start to the next.
 */
final class ServerConfiguration {

    private static final String FILE = "querent.conf";
    private static final Pattern PORT = Pattern.compile("^port = '(\\d{1,5})'$", Pattern.MULTILINE);
    private static final String INCLUDE = "include '" + FILE + "'";

    private final EmbeddedPostgresSettings settings;
    private final ServerDirectory directory;
    private final Path programs;

    ServerConfiguration(EmbeddedPostgresSettings settings, ServerDirectory directory, Path programs) {
        this.settings = settings;
        this.directory = directory;
        this.programs = programs;
    }

    /** Whether a server that runs on this port was started with the settings and the programs we would give it now. */
    boolean isInForce(int runningPort) throws IOException {
        int wantedPort = settings.port() == 0 ? runningPort : settings.port();
        return wantedPort == runningPort && written().equals(Optional.of(render(wantedPort)));
    }

    /**
     * Writes the settings for the next start and returns the port they name.
     *
     * @throws EmbeddedPostgresException QRT-5005 if the settings ask for a port that is taken
     */
    int write() throws IOException {
        int port = choosePort();
        Files.writeString(file(), render(port), UTF_8);
        includeFile();
        return port;
    }

    /** Another program may have taken the port between our choice and the server's start. */
    boolean lostPort(int port) {
        return settings.port() == 0 && !isFree(port);
    }

    private int choosePort() throws IOException {
        int fixed = settings.port();
        if (fixed == 0) {
            Optional<Integer> remembered = written().flatMap(ServerConfiguration::portIn);
            return remembered.filter(ServerConfiguration::isFree).orElseGet(ServerConfiguration::freePort);
        }
        if (!isFree(fixed)) {
            throw EmbeddedPostgresException.portTaken(directory.root(), fixed);
        }
        return fixed;
    }

    private void includeFile() throws IOException {
        Path main = directory.data().resolve("postgresql.conf");
        if (!Files.readString(main, UTF_8).contains(INCLUDE)) {
            Files.writeString(main, "\n" + INCLUDE + "\n", UTF_8, StandardOpenOption.APPEND);
        }
    }

    private Optional<String> written() throws IOException {
        return Files.exists(file()) ? Optional.of(Files.readString(file(), UTF_8)) : Optional.empty();
    }

    private Path file() {
        return directory.data().resolve(FILE);
    }

    private String render(int port) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("listen_addresses", "127.0.0.1");
        all.put("port", Integer.toString(port));
        all.put("unix_socket_directories", "");
        all.put("password_encryption", "scram-sha-256");
        all.put("fsync", "on");
        all.put("synchronous_commit", "on");
        all.put("full_page_writes", "on");
        all.put("max_connections", "100");
        all.put("shared_buffers", "128MB");
        all.put("timezone", "UTC");
        all.put("lc_messages", "C");
        putLog(all);
        all.putAll(new TreeMap<>(settings.serverSettings()));
        String heading = "# Written by Querent at every start; set these through Querent's settings. Programs: "
                + programs.getFileName() + "\n";
        return all.entrySet().stream()
                .map(setting -> setting.getKey() + " = '" + quoted(setting.getValue()) + "'\n")
                .collect(Collectors.joining("", heading, ""));
    }

    /** A week of logs and no more: each day's file replaces the one of seven days before. */
    private void putLog(Map<String, String> all) {
        all.put("logging_collector", "on");
        all.put("log_directory", directory.log().toString());
        all.put("log_filename", "postgresql-%a.log");
        all.put("log_rotation_age", "1d");
        all.put("log_rotation_size", "0");
        all.put("log_truncate_on_rotation", "on");
        all.put("log_timezone", "UTC");
    }

    private static String quoted(String value) {
        return value.replace("\\", "\\\\").replace("'", "''");
    }

    private static Optional<Integer> portIn(String configuration) {
        Matcher matcher = PORT.matcher(configuration);
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(loopback(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As in {@code listen_addresses}; the platform's own notion of it may be the IPv6 one. */
    private static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
