package io.querent.examples.payment.bank.books;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The bank's tables, made where they are missing. */
final class BooksSchema {
    private static final long LOCK = 0x62616e6b;

    /** Two banks starting on one database would trip over each other's IF NOT EXISTS. */
    private static final String LOCK_CREATION = "SELECT pg_advisory_xact_lock(?)";

    private static final String[] TABLES = {
        "CREATE SCHEMA IF NOT EXISTS bank",

        // What money moved. A key appears twice only if the bank was told not to honour keys.
        """
        CREATE TABLE IF NOT EXISTS bank.booking (
            id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            kind             text NOT NULL CHECK (kind IN ('TRANSFER', 'REVERSAL')),
            operation_key    text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 64),
            original_key     text CHECK (length(original_key) BETWEEN 1 AND 64),
            amount           numeric(19, 4) NOT NULL CHECK (amount > 0),
            currency         text NOT NULL CHECK (length(currency) = 3),
            debtor_account   text NOT NULL,
            creditor_bank    text NOT NULL,
            creditor_account text NOT NULL,
            reference        text NOT NULL,
            booked_at        timestamptz NOT NULL,
            CHECK ((kind = 'REVERSAL') = (original_key IS NOT NULL))
        )""",
        "CREATE INDEX IF NOT EXISTS booking_of_key ON bank.booking (operation_key)",
        "CREATE INDEX IF NOT EXISTS booking_of_day ON bank.booking (booked_at)",
        """
        CREATE INDEX IF NOT EXISTS reversal_of_key ON bank.booking (original_key)
        WHERE original_key IS NOT NULL""",

        // What the bank was told and what it decided. The first unique index is what makes a repeat a repeat.
        """
        CREATE TABLE IF NOT EXISTS bank.instruction (
            id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            kind          text NOT NULL CHECK (kind IN ('TRANSFER', 'REVERSAL')),
            operation_key text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 64),
            key_honoured  boolean NOT NULL,
            content       text NOT NULL CHECK (length(content) <= 65536),
            status        text NOT NULL CHECK (status IN ('PENDING', 'BOOKED', 'DECLINED')),
            code          text,
            message       text,
            booking_id    bigint UNIQUE REFERENCES bank.booking,
            received_at   timestamptz NOT NULL DEFAULT statement_timestamp(),
            settle_at     timestamptz,
            decided_at    timestamptz,
            CHECK ((status = 'PENDING') = (decided_at IS NULL)),
            CHECK ((status = 'BOOKED') = (booking_id IS NOT NULL)),
            CHECK ((status = 'DECLINED') = (code IS NOT NULL)),
            CHECK ((status = 'DECLINED') = (message IS NOT NULL))
        )""",
        """
        CREATE UNIQUE INDEX IF NOT EXISTS instruction_once_per_honoured_key ON bank.instruction (operation_key)
        WHERE key_honoured""",
        "CREATE INDEX IF NOT EXISTS instruction_of_key ON bank.instruction (operation_key)",
        "CREATE INDEX IF NOT EXISTS instruction_to_settle ON bank.instruction (settle_at) WHERE status = 'PENDING'",

        // Requests that hang in the network while their senders have given up.
        """
        CREATE TABLE IF NOT EXISTS bank.parked_request (
            id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            kind          text NOT NULL CHECK (kind IN ('TRANSFER', 'REVERSAL')),
            operation_key text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 64),
            content       text NOT NULL CHECK (length(content) <= 65536),
            due_at        timestamptz NOT NULL
        )""",
        "CREATE INDEX IF NOT EXISTS parked_request_due ON bank.parked_request (due_at)",

        // Payment files, each message id once, and what each asked for.
        """
        CREATE TABLE IF NOT EXISTS bank.payment_file (
            message_id  text PRIMARY KEY CHECK (length(message_id) BETWEEN 1 AND 35),
            payments    integer NOT NULL CHECK (payments BETWEEN 1 AND 10000),
            received_at timestamptz NOT NULL DEFAULT statement_timestamp()
        )""",
        """
        CREATE TABLE IF NOT EXISTS bank.payment_of_file (
            message_id    text NOT NULL REFERENCES bank.payment_file,
            place         integer NOT NULL CHECK (place > 0),
            operation_key text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 35),
            content       text NOT NULL CHECK (length(content) <= 65536),
            PRIMARY KEY (message_id, place)
        )""",

        // Every call counts, the lost ones too.
        """
        CREATE TABLE IF NOT EXISTS bank.call_count (
            operation_key text PRIMARY KEY CHECK (length(operation_key) BETWEEN 1 AND 64),
            sends         bigint NOT NULL CHECK (sends >= 0),
            lookups       bigint NOT NULL CHECK (lookups >= 0)
        )""",
        """
        CREATE TABLE IF NOT EXISTS bank.sent_body (
            operation_key text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 64),
            body_hash     bytea NOT NULL CHECK (length(body_hash) = 32),
            PRIMARY KEY (operation_key, body_hash)
        )"""
    };

    private BooksSchema() {}

    static void create(Database database) {
        database.transaction(connection -> {
            lock(connection);
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    statement.execute(table);
                }
            }
            return TABLES.length;
        });
    }

    private static void lock(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_CREATION)) {
            statement.setLong(1, LOCK);
            statement.execute();
        }
    }
}
