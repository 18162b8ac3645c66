package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.Instruction;
import io.querent.examples.payment.bank.instruction.Money;
import io.querent.examples.payment.bank.instruction.ReversalInstruction;
import io.querent.examples.payment.bank.instruction.TransferInstruction;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides an instruction whose row the caller holds in its own transaction: books or declines it, once. */
final class Bookkeeper {
    private static final String BOOK = """
            WITH booked AS (
                INSERT INTO bank.booking (kind, operation_key, original_key, amount, currency,
                                          debtor_account, creditor_bank, creditor_account, reference, booked_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, statement_timestamp())
                RETURNING id, booked_at)
            UPDATE bank.instruction
            SET status = 'BOOKED', booking_id = booked.id, decided_at = booked.booked_at
            FROM booked
            WHERE instruction.id = ? AND status = 'PENDING'
            RETURNING booked.booked_at
            """;

    private static final String DECLINE = """
            UPDATE bank.instruction
            SET status = 'DECLINED', code = ?, message = ?, decided_at = statement_timestamp()
            WHERE id = ? AND status = 'PENDING'
            """;

    /** Locked, so that two reversals of one transfer cannot both find the same money left. */
    private static final String LOCK_ORIGINALS = """
            SELECT amount, currency, debtor_account, creditor_bank, creditor_account
            FROM bank.booking
            WHERE operation_key = ? AND kind = 'TRANSFER'
            ORDER BY id
            FOR UPDATE
            """;

    private static final String REVERSED = "SELECT coalesce(sum(amount), 0) FROM bank.booking WHERE original_key = ?";

    private final BusinessRules rules;

    Bookkeeper(BusinessRules rules) {
        this.rules = rules;
    }

    /** Decides the pending instruction {@code id}, which the caller's transaction has inserted or locked. */
    Entry decide(Connection connection, long id, String key, Instruction instruction) throws SQLException {
        Optional<Decline> objection = rules.objection(key, instruction);
        if (objection.isPresent()) {
            return decline(connection, id, key, instruction, objection.get());
        }
        if (instruction instanceof TransferInstruction transfer) {
            Parties parties =
                    new Parties(transfer.debtorAccount(), transfer.creditorBank(), transfer.creditorAccount());
            return book(connection, id, key, transfer, new Posting(parties, null, transfer.reference()));
        }
        return decideReversal(connection, id, key, (ReversalInstruction) instruction);
    }

    private Entry decideReversal(Connection connection, long id, String key, ReversalInstruction reversal)
            throws SQLException {
        Original original = lockOriginals(connection, reversal.originalKey());
        if (original == null) {
            return decline(connection, id, key, reversal, Decline.ORIGINAL_NOT_FOUND);
        }
        Money wanted = reversal.money();
        if (!original.currency().equals(wanted.currency())) {
            return decline(connection, id, key, reversal, Decline.CURRENCY_MISMATCH);
        }
        BigDecimal left = original.total().subtract(reversed(connection, reversal.originalKey()));
        if (wanted.amount().compareTo(left) > 0) {
            String exact = left.setScale(wanted.amount().scale()).toPlainString();
            return decline(connection, id, key, reversal, Decline.amountExceeds(exact, wanted.currency()));
        }
        Posting posting = new Posting(original.parties(), reversal.originalKey(), reversal.reason());
        return book(connection, id, key, reversal, posting);
    }

    private static Entry book(Connection connection, long id, String key, Instruction instruction, Posting posting)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BOOK)) {
            statement.setString(1, instruction.kind().name());
            statement.setString(2, key);
            statement.setString(3, posting.originalKey());
            statement.setBigDecimal(4, instruction.money().amount());
            statement.setString(5, instruction.money().currency());
            statement.setString(6, posting.parties().debtorAccount());
            statement.setString(7, posting.parties().creditorBank());
            statement.setString(8, posting.parties().creditorAccount());
            statement.setString(9, posting.reference());
            statement.setLong(10, id);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("instruction " + id + " was decided while its row was held");
                }
                Instant bookedAt = rows.getObject(1, OffsetDateTime.class).toInstant();
                return Entry.booked(key, instruction, bookedAt);
            }
        }
    }

    private static Entry decline(Connection connection, long id, String key, Instruction instruction, Decline decline)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(DECLINE)) {
            statement.setString(1, decline.code());
            statement.setString(2, decline.message());
            statement.setLong(3, id);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("instruction " + id + " was decided while its row was held");
            }
            return Entry.declined(key, instruction, decline);
        }
    }

    private static @Nullable Original lockOriginals(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_ORIGINALS)) {
            statement.setString(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return null;
                }
                Parties parties = new Parties(
                        rows.getString("debtor_account"),
                        rows.getString("creditor_bank"),
                        rows.getString("creditor_account"));
                String currency = rows.getString("currency");
                BigDecimal total = BigDecimal.ZERO;
                do {
                    total = total.add(rows.getBigDecimal("amount"));
                } while (rows.next());
                return new Original(parties, currency, total);
            }
        }
    }

    private static BigDecimal reversed(Connection connection, String originalKey) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REVERSED)) {
            statement.setString(1, originalKey);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getBigDecimal(1);
            }
        }
    }

    private record Parties(String debtorAccount, String creditorBank, String creditorAccount) {}

    /** What a booking takes from elsewhere than its amount: whose accounts, and which text. */
    private record Posting(Parties parties, @Nullable String originalKey, String reference) {}

    /** What was transferred under a key: the sum of several bookings where the bank does not honour keys. */
    private record Original(Parties parties, String currency, BigDecimal total) {}
}
