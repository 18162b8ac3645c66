package io.querent.examples.payment.command;

import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.service.ConsoleAccounts;
import io.querent.examples.payment.service.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/** The console of a run: says where it is and who may sign in, and keeps the run there until it is stopped. */
final class OpenConsole {
    private final RunningService service;
    private final Path accounts;
    private final Console console;

    OpenConsole(RunningService service, Path accounts, Console console) {
        this.service = service;
        this.accounts = accounts;
        this.console = console;
    }

    /** Makes the accounts, and tells. */
    void tell() throws IOException {
        Properties known = Files.exists(accounts) ? OwnersFile.read(accounts) : new Properties();
        Properties people = service.part(ConsoleAccounts.class).make(known);
        OwnersFile.write(accounts, people, "Accounts of the payment example's console");
        console.notice("Console: " + service.console());
        people.stringPropertyNames().stream()
                .sorted()
                .forEach(name -> console.notice("  " + name + "  " + people.getProperty(name)));
        console.notice("  (kept in " + accounts + ")");
    }

    /** Returns when the process is being stopped, by interrupting this thread; usually it does not return. */
    void stay() throws InterruptedException {
        console.line("");
        console.line("The console stays at " + service.console() + " until you stop this with Ctrl-C.");
        new CountDownLatch(1).await();
    }
}
