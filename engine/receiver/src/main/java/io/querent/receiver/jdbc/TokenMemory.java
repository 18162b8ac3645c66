package io.querent.receiver.jdbc;

import io.querent.receiver.GuardUnavailableException;

/** Keeps, in a transaction of its own, the tokens that have gone with the rest of an operation's. Thread-safe. */
final class TokenMemory {
    private final OwnTransaction transactions;
    private final Fences fences;

    TokenMemory(OwnTransaction transactions, Fences fences) {
        this.transactions = transactions;
        this.fences = fences;
    }

    /** That somebody was at the resources stays true. */
    void keep(String key, SeenTokens seen) {
        if (seen.areNone()) {
            return;
        }
        try {
            transactions.run(key, connection -> {
                fences.remember(connection, seen.all());
                return seen;
            });
        } catch (GuardUnavailableException told) {
            throw told;
        } catch (Exception failed) {
            throw GuardUnavailableException.nothingDone(key, failed);
        }
    }

    /** Whatever was thrown is what is told, also when this fails. */
    void keepDespite(Throwable thrown, String key, SeenTokens seen) {
        try {
            keep(key, seen);
        } catch (GuardUnavailableException unkept) {
            thrown.addSuppressed(unkept);
        }
    }
}
