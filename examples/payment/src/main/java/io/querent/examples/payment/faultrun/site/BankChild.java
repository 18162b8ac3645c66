package io.querent.examples.payment.faultrun.site;

import io.querent.examples.payment.bank.BankMain;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.payment.faultrun.proxy.Proxy;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The bank's process, with its books in a server that nothing happens to: the books decide. Thread-safe. */
public final class BankChild implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("bank ready port=([0-9]+)");

    private final KeptProcess process;
    private final List<Proxy> proxies;
    private volatile int port;

    private BankChild(DatabaseServer books, List<String> options, List<Proxy> proxies, Path log) {
        this.proxies = List.copyOf(proxies);
        List<String> arguments = new ArrayList<>(List.of("--jdbc-url=" + books.url(books.port()), "--workers=12"));
        arguments.addAll(options);
        List<String> command = JavaCommand.of(BankMain.class, arguments);
        String password = books.password();
        this.process = KeptProcess.start(
                "bank",
                () -> {
                    ProcessBuilder builder =
                            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
                    builder.environment().put("BANK_JDBC_PASSWORD", password);
                    return builder;
                },
                new Life());
    }

    static BankChild start(DatabaseServer books, List<String> options, List<Proxy> proxies, Path log) {
        return new BankChild(books, options, proxies, log);
    }

    /** Waits until it can be called; returns whether it can. */
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return process.awaitReady(limit);
    }

    /** Its books, past all proxies. */
    public BankBooks books() {
        return new BankBooks(() -> {
            if (!process.isReady()) {
                throw new ConnectException("the bank does not run at the moment");
            }
            return URI.create("http://127.0.0.1:" + port);
        });
    }

    /** Whether it has been at work for so long, as far as is known. */
    public boolean hasWorkedFor(Duration length) {
        return process.hasWorkedFor(length);
    }

    /** Ends it with SIGKILL. It is started again. */
    public void kill() {
        process.kill();
    }

    /** Ends it with SIGTERM. It is started again. */
    public void restart() {
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }

    private final class Life implements KeptProcess.Life {
        @Override
        public boolean said(String line) {
            Matcher ready = READY.matcher(line);
            if (!ready.matches()) {
                return false;
            }
            port = Integer.parseInt(ready.group(1));
            proxies.forEach(proxy -> proxy.forwardTo(port));
            return true;
        }

        @Override
        public void ended() {
            proxies.forEach(Proxy::refuse);
        }
    }
}
