package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import io.querent.examples.payment.bank.instruction.PaymentInitiation;
import io.querent.examples.payment.bank.instruction.PaymentInitiation.Payment;
import io.querent.examples.payment.bank.instruction.TransferInstruction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which payment files came, each message id once. That a payment is booked once is its own key's doing. Thread-safe. */
public final class PaymentFiles {
    private static final String CLAIM = """
            INSERT INTO bank.payment_file (message_id, payments) VALUES (?, ?)
            ON CONFLICT (message_id) DO NOTHING
            """;

    private static final String ADD_PAYMENT = """
            INSERT INTO bank.payment_of_file (message_id, place, operation_key, content) VALUES (?, ?, ?, ?)
            """;

    private static final String PAYMENTS = """
            SELECT operation_key, content FROM bank.payment_of_file WHERE message_id = ? ORDER BY place
            """;

    private final Database database;
    private final InstructionReader instructions;

    PaymentFiles(Database database, InstructionReader instructions) {
        this.database = database;
        this.instructions = instructions;
    }

    /** Takes the file in, before anything of it is carried out. False when its message id came before, whatever it held then. */
    public boolean claim(PaymentInitiation file) {
        return database.transaction(connection -> {
            try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
                claim.setString(1, file.messageId());
                claim.setInt(2, file.payments().size());
                boolean first = claim.executeUpdate() == 1;
                if (first) {
                    addPayments(connection, file);
                }
                return first;
            }
        });
    }

    /** The file that came under this message id. */
    public Optional<PaymentInitiation> find(String messageId) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(PAYMENTS)) {
                statement.setString(1, messageId);
                List<Payment> payments = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        payments.add(new Payment(rows.getString("operation_key"), transfer(rows.getString("content"))));
                    }
                }
                return payments.isEmpty() ? Optional.empty() : Optional.of(new PaymentInitiation(messageId, payments));
            }
        });
    }

    private void addPayments(Connection connection, PaymentInitiation file) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADD_PAYMENT)) {
            int place = 0;
            for (Payment payment : file.payments()) {
                place++;
                statement.setString(1, file.messageId());
                statement.setInt(2, place);
                statement.setString(3, payment.endToEndId());
                statement.setString(4, instructions.write(payment.instruction()));
                statement.addBatch();
            }
            int added = statement.executeBatch().length;
            if (added != place) {
                throw new IllegalStateException("of " + place + " payments " + added + " were stored");
            }
        }
    }

    private TransferInstruction transfer(String content) {
        return (TransferInstruction) InstructionRow.instruction(instructions, InstructionKind.TRANSFER, content);
    }
}
