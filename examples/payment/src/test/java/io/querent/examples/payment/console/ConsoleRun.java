package io.querent.examples.payment.console;

import io.querent.examples.payment.PaymentExample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The payment example with its console, as a process of its own, as somebody who tries it starts it. */
final class ConsoleRun implements AutoCloseable {
    private static final String CONSOLE = "Console: ";

    private final Path data;
    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final CompletableFuture<URI> console = new CompletableFuture<>();

    private ConsoleRun(Path data, Process process) {
        this.data = data;
        this.process = process;
    }

    static ConsoleRun start(Path directory, Path orders, URI bank) throws IOException {
        Path data = directory.resolve("data");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PaymentExample.class.getName(),
                "--console=0",
                "--data=" + data,
                "--orders=" + orders,
                "--patience=3600",
                "--bank-url=" + bank));
        ConsoleRun run = new ConsoleRun(
                data, new ProcessBuilder(command).redirectErrorStream(true).start());
        Thread reader = new Thread(run::read, "console-run");
        reader.setDaemon(true);
        reader.start();
        return run;
    }

    /** Where the console is, as soon as it says so. */
    URI console() {
        try {
            return console.get(2, TimeUnit.MINUTES);
        } catch (Exception late) {
            throw new AssertionError("the console did not open:\n" + String.join("\n", output), late);
        }
    }

    /** The password of an account, from the file that the run wrote. */
    String password(String name) {
        Properties accounts = new Properties();
        try (Reader reader = Files.newBufferedReader(data.resolve("console-accounts.properties"))) {
            accounts.load(reader);
        } catch (IOException missing) {
            throw new AssertionError("the run wrote no accounts:\n" + String.join("\n", output), missing);
        }
        return accounts.getProperty(name);
    }

    String output() {
        return String.join("\n", output);
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.toHandle().descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(Duration.ofSeconds(30).toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.startsWith(CONSOLE)) {
                    console.complete(URI.create(line.substring(CONSOLE.length()).strip()));
                }
            }
            console.completeExceptionally(new IllegalStateException("it has ended"));
        } catch (IOException killed) {
            console.completeExceptionally(killed);
        }
    }
}
