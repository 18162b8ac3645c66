package io.querent.examples.payment.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a run keeps what has to survive it. */
record DataDirectory(Path root) {
    static DataDirectory at(Path root) {
        return new DataDirectory(root.toAbsolutePath().normalize());
    }

    DataDirectory create() throws IOException {
        Files.createDirectories(root);
        return this;
    }

    /** The payment service's database: the engine's tables and the ledger. */
    Path ledger() {
        return root.resolve("ledger");
    }

    /** How to reach that database while the service runs. */
    Path ledgerAccess() {
        return root.resolve("ledger-access.properties");
    }

    /** Names and passwords of the console's accounts. */
    Path consoleAccounts() {
        return root.resolve("console-accounts.properties");
    }

    /** The bank's database. */
    Path bank() {
        return root.resolve("bank");
    }

    Path serviceLog() {
        return root.resolve("payment.log");
    }

    Path bankLog() {
        return root.resolve("bank.log");
    }
}
