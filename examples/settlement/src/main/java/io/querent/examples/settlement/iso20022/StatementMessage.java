package io.querent.examples.settlement.iso20022;

import java.util.Optional;
import java.util.stream.Stream;

/** Messages in which banks say what they booked. */
public enum StatementMessage {
    CAMT_053_001_02("camt.053.001.02", "BkToCstmrStmt", "Stmt"),
    CAMT_053_001_08("camt.053.001.08", "BkToCstmrStmt", "Stmt"),
    CAMT_054_001_08("camt.054.001.08", "BkToCstmrDbtCdtNtfctn", "Ntfctn");

    private static final String NAMESPACES = "urn:iso:std:iso:20022:tech:xsd:";

    private final String label;
    private final String body;
    private final String part;

    StatementMessage(String label, String body, String part) {
        this.label = label;
        this.body = body;
        this.part = part;
    }

    /** Its name: {@code camt.053.001.08}. */
    public String label() {
        return label;
    }

    /** The element that holds the message. */
    String body() {
        return body;
    }

    /** The element that holds one statement. */
    String part() {
        return part;
    }

    static Optional<StatementMessage> of(String namespace) {
        return Stream.of(values())
                .filter(message -> namespace.equals(NAMESPACES + message.label))
                .findFirst();
    }
}
