package io.querent.examples.settlement.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a run keeps what has to survive it. */
public record DataDirectory(Path root) {
    /** That directory, whatever the working directory becomes. */
    public static DataDirectory at(Path root) {
        return new DataDirectory(root.toAbsolutePath().normalize());
    }

    /** Makes it where there is none. */
    public DataDirectory create() throws IOException {
        Files.createDirectories(root);
        return this;
    }

    /** The settlement service's database: the engine's tables, executions and reports. */
    public Path service() {
        return root.resolve("service");
    }

    /** How to reach that database while the service runs. */
    public Path serviceAccess() {
        return root.resolve("service-access.properties");
    }

    /** Where the other processes listen while a run is in progress. */
    public Path addresses() {
        return root.resolve("addresses.properties");
    }

    /** Locked by whoever starts the processes of a run, for as long as it lives. */
    public Path hold() {
        return root.resolve("run.lock");
    }

    /** Names and passwords of the console's accounts. */
    public Path consoleAccounts() {
        return root.resolve("console-accounts.properties");
    }

    /** The bank's database. */
    public Path bank() {
        return root.resolve("bank");
    }

    /** The ledger's database. */
    public Path ledger() {
        return root.resolve("ledger");
    }

    /** The broker's log. */
    public Path broker() {
        return root.resolve("broker");
    }

    /** Where merchants fetch their reports. */
    public Path reports() {
        return root.resolve("reports");
    }

    /** Payment files as they were sent. */
    public Path outgoing() {
        return root.resolve("outgoing");
    }

    /** Statements as the bank gave them. */
    public Path statements() {
        return root.resolve("statements");
    }

    /** The log of a process of that name. */
    public Path log(String name) {
        return root.resolve(name + ".log");
    }
}
