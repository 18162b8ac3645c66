package io.querent.examples.payment.command;

import io.querent.examples.payment.access.OwnersFile;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.service.ConsoleAccounts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/** The console of a run: says where it is and who may sign in, and keeps the run there until it is stopped. */
public final class OpenConsole {
    private final URI address;
    private final ConsoleAccounts people;
    private final Path accounts;
    private final Console console;

    /** @param accounts file that keeps the passwords */
    public OpenConsole(URI address, ConsoleAccounts people, Path accounts, Console console) {
        this.address = address;
        this.people = people;
        this.accounts = accounts;
        this.console = console;
    }

    /** Makes the accounts, and tells. */
    public void tell() throws IOException {
        Properties known = Files.exists(accounts) ? OwnersFile.read(accounts) : new Properties();
        Properties passwords = people.make(known);
        OwnersFile.write(accounts, passwords, "Accounts of the example's console");
        console.notice("Console: " + address);
        passwords.stringPropertyNames().stream()
                .sorted()
                .forEach(name -> console.notice("  " + name + "  " + passwords.getProperty(name)));
        console.notice("  (kept in " + accounts + ")");
    }

    /** Returns when the process is being stopped, by interrupting this thread; usually it does not return. */
    public void stay() throws InterruptedException {
        console.line("");
        console.line("The console stays at " + address + " until you stop this with Ctrl-C.");
        new CountDownLatch(1).await();
    }
}
