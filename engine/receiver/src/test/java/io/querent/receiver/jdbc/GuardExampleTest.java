package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.receiver.Body;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.NotDoneException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationGuard;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolution;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of the documentation, run. */
class GuardExampleTest {
    private final ReceiverDatabase database = ReceiverServer.newDatabase();

    @AfterEach
    void close() {
        database.close();
    }

    private static OperationGuard guard(DataSource dataSource) {
        ReceiverSchema.migrate(dataSource); // at start: tables, and partitions of the next days
        return new JdbcOperationGuard(dataSource); // one for the process
    }

    private static Execution debit(
            OperationGuard guard, String caller, String key, byte[] json, long amount, long token) throws Exception {
        OperationRequest request = OperationRequest.of(caller, key, json) // caller: as your authentication knows them
                .withFence(new Fence("account:A", token)); // where the caller sends a fencing token
        return guard.execute(request, transaction -> {
            try (PreparedStatement debit = transaction
                    .connection()
                    .prepareStatement("UPDATE account SET balance = balance - ? WHERE name = 'A' AND balance >= ?")) {
                debit.setLong(1, amount);
                debit.setLong(2, amount);
                return debit.executeUpdate() == 1
                        ? OperationAnswer.succeeded(Body.json("{\"debited\":" + amount + "}"))
                        : OperationAnswer.refused("INSUFFICIENT_FUNDS", Body.json("{}"));
            }
        });
    }

    private static JdbcLongOperationGuard longGuard(DataSource dataSource) { // one for the process, closed with it
        Transactions transactions = new JdbcTransactions(dataSource);
        return new JdbcLongOperationGuard(transactions, GuardSettings.defaults(), new GuardCounters(), null);
    }

    private static Execution transfer(JdbcLongOperationGuard guard, OperationRequest request, Bank bank) {
        return guard.execute(
                request,
                lease -> {
                    String receipt;
                    try {
                        receipt = bank.transfer(lease.key()); // no transaction and no connection is held
                    } catch (ConnectException nothingWasSent) {
                        throw NotDoneException.forNow("CONNECT_REFUSED", nothingWasSent);
                    } // anything else that is thrown: nobody knows, and the bank is asked before anything is done again
                    return transaction -> OperationAnswer.succeeded(Body.json(receipt)); // with your own writes
                },
                lease -> bank.find(lease.key())
                        .<Resolution>map(receipt ->
                                new Resolution.Found(transaction -> OperationAnswer.succeeded(Body.json(receipt))))
                        .orElseGet(() ->
                                new Resolution.CannotTell("the bank does not know the key, which proves nothing yet")));
    }

    /** Somebody else's service. */
    private interface Bank {
        String transfer(String key) throws ConnectException;

        Optional<String> find(String key);
    }

    @Test
    void debitIsDoneOnce() throws Exception {
        OperationGuard guard = guard(database.dataSource());
        byte[] json = "{\"amount\":100}".getBytes(StandardCharsets.UTF_8);
        assertThat(debit(guard, "shop", "order-1", json, 100, 1)).isInstanceOf(Execution.Applied.class);
        assertThat(debit(guard, "shop", "order-1", json, 100, 1)).isInstanceOf(Execution.Replayed.class);
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
    }

    @Test
    void transferIsTriedAgainOnlyWhereNothingWasSent() {
        Bank away = new Bank() {
            @Override
            public String transfer(String key) throws ConnectException {
                throw new ConnectException("refused");
            }

            @Override
            public Optional<String> find(String key) {
                return Optional.empty();
            }
        };
        OperationRequest request =
                OperationRequest.of("shop", "order-2", "{\"amount\":100}".getBytes(StandardCharsets.UTF_8));
        try (JdbcLongOperationGuard guard = longGuard(database.dataSource())) {
            assertThat(transfer(guard, request, away)).isInstanceOf(Execution.InProgress.class);
        }
        assertThat(database.texts("SELECT status FROM querent_receiver.operation_record"))
                .containsExactly("2");
    }

    @Test
    void whatNobodyKnowsStandsInTheTableWithTheTokenThatADecisionNeeds() {
        Bank silent = new Bank() {
            @Override
            public String transfer(String key) {
                throw new IllegalStateException("no answer");
            }

            @Override
            public Optional<String> find(String key) {
                return Optional.empty();
            }
        };
        OperationRequest request =
                OperationRequest.of("shop", "order-3", "{\"amount\":100}".getBytes(StandardCharsets.UTF_8));
        try (JdbcLongOperationGuard guard = longGuard(database.dataSource())) {
            assertThat(transfer(guard, request, silent)).isInstanceOf(Execution.InReview.class);
        }
        long token = new JdbcOperationGuard(database.dataSource())
                .find("shop", "order-3")
                .orElseThrow()
                .token();
        assertThat(database.texts("""
                SELECT concat_ws(' ', caller, operation_key, token) FROM (
                    SELECT caller, operation_key, token, unknown_at, lease_until, last_error_class, last_error
                    FROM querent_receiver.operation_record WHERE status = 3 ORDER BY unknown_at
                ) unknown
                """)).containsExactly("shop order-3 " + token);
    }
}
