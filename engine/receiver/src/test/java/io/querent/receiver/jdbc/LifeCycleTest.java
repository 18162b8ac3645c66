package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.OperationTransition;
import io.querent.receiver.OperationTransition.Actor;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every move of the table in every status: it is taken from its own and refused, counted and without effect from any other. */
class LifeCycleTest {
    private static final OperationId ID = OperationId.of("shop", "k");
    private static final long TOKEN = 7;

    /** From, to and name. */
    private static final Pattern ROW = Pattern.compile("\\| `?([A-Z_]*)`? \\| `([A-Z_]+)` \\| `([A-Z_]+)` \\|.*");

    private static ReceiverDatabase database;
    private static Connection connection;

    private final GuardCounters counters = new GuardCounters();
    private final RecordMoves moves = new RecordMoves(SqlText.in(ReceiverSchema.DEFAULT_NAME), counters);

    @BeforeAll
    static void open() throws SQLException {
        database = ReceiverServer.newDatabase();
        connection = database.connect();
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        database.close();
    }

    static Stream<Arguments> movesInEveryStatus() {
        return Arrays.stream(OperationTransition.values())
                .filter(each -> each.from() != null)
                .flatMap(move -> Arrays.stream(OperationStatus.values()).map(status -> Arguments.of(move, status)));
    }

    @ParameterizedTest
    @MethodSource("movesInEveryStatus")
    void isTakenFromItsOwnStatusAloneAndCountedFromAnyOther(OperationTransition transition, OperationStatus status)
            throws SQLException {
        put(status, transition.actor() == Actor.OWNER);
        boolean taken = move(transition, TOKEN, "me");
        assertThat(taken).isEqualTo(status == transition.from());
        assertThat(status()).isEqualTo(taken ? transition.to() : status);
        assertThat(counters.counts().illegalTransitions()).isEqualTo(taken ? 0 : 1);
    }

    @ParameterizedTest
    @MethodSource("movesInEveryStatus")
    void isRefusedAsStaleWithAnyTokenButTheNewest(OperationTransition transition, OperationStatus status)
            throws SQLException {
        put(status, transition.actor() == Actor.OWNER);
        assertThat(move(transition, TOKEN - 1, "me")).isFalse();
        assertThat(status()).isEqualTo(status);
        assertThat(counters.counts().stale()).isEqualTo(1);
    }

    @Test
    void nobodyMovesWhatSomebodyElseHolds() throws SQLException {
        for (OperationTransition transition : List.of(
                OperationTransition.EXPIRE,
                OperationTransition.ASK,
                OperationTransition.RELEASE_UNKNOWN,
                OperationTransition.SETTLE,
                OperationTransition.SETTLE_REFUSED)) {
            put(transition.from(), true);
            assertThat(move(transition, TOKEN, "another")).as(transition.name()).isFalse();
            assertThat(status()).isEqualTo(transition.from());
        }
    }

    @Test
    void successHasNoExitAndOnlyPeopleLeadOutOfARefusal() {
        assertThat(OperationTransition.values())
                .noneMatch(each -> each.from() == OperationStatus.SUCCEEDED)
                .filteredOn(each -> each.from() == OperationStatus.FAILED)
                .allMatch(each -> each.actor() == Actor.PERSON)
                .hasSize(1);
    }

    @Test
    void everyMoveIsOnThePageAndNoOther() throws IOException {
        List<String> onPage = Files.readAllLines(page()).stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> row.group(1) + " -> " + row.group(2) + " " + row.group(3))
                .toList();
        assertThat(onPage)
                .containsExactlyElementsOf(Arrays.stream(OperationTransition.values())
                        .map(each -> (each.from() == null ? "" : each.from() + " ").trim() + " -> " + each.to() + " "
                                + each.name())
                        .toList());
    }

    private static Path page() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs/receiver.md"))) {
            folder = folder.getParent();
        }
        return Objects.requireNonNull(folder, "no folder above the working directory holds docs/receiver.md")
                .resolve("docs/receiver.md");
    }

    private boolean move(OperationTransition transition, long token, String owner) throws SQLException {
        boolean leases = transition.to() == OperationStatus.PROCESSING || transition == OperationTransition.ASK;
        boolean pauses = transition.to() == OperationStatus.RETRYABLE_FAILED;
        Move move = new Move(
                transition,
                token,
                owner,
                leases ? Duration.ofMinutes(1) : null,
                pauses ? Duration.ZERO : null,
                false,
                false,
                null,
                null);
        return moves.move(connection, ID, move);
    }

    private static OperationStatus status() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT status FROM querent_receiver.operation_record")) {
            row.next();
            return StatusCode.read(row.getInt(1));
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void put(OperationStatus status, boolean held) throws SQLException {
        execute("DELETE FROM querent_receiver.operation_record");
        boolean processing = status == OperationStatus.PROCESSING;
        boolean owned = processing || (held && status == OperationStatus.UNKNOWN);
        execute(
                "INSERT INTO querent_receiver.operation_record (first_at, token, period, attempts, hash_version, bucket,"
                        + " status, operation_id, hash, caller, operation_key, owner, lease_until, next_attempt_at, unknown_at, ended_at)"
                        + " VALUES (now(), " + TOKEN + ", 0, 1, 1, " + ID.bucket() + ", " + StatusCode.of(status)
                        + ", '" + ID.id()
                        + "', sha256('x'), 'shop', 'k', "
                        + (owned ? "'me', now() + interval '" + (held ? 60 : -60) + " seconds'" : "NULL, NULL") + ", "
                        + (status == OperationStatus.RETRYABLE_FAILED ? "now() - interval '1 second'" : "NULL") + ", "
                        + (status == OperationStatus.UNKNOWN ? "now()" : "NULL") + ", "
                        + (StatusCode.of(status) >= StatusCode.FIRST_FINAL ? "now()" : "NULL") + ")");
    }
}
