package io.querent.postgres;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Trouble;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * Every index costs each write something, so each must have a statement that needs it, or be what keeps a key unique. One that is added
 * without an entry here fails, and so does an entry whose statement goes another way.
 */
class IndexesTest {
    private static final TestDatabase DATABASE = TestServer.newDatabase();

    private static final Pattern STATEMENT = Pattern.compile("\\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\\b[^%]*[^%(]");
    private static final Pattern SCAN = Pattern.compile(
            "Seq Scan on (saga|event|operation|mailbox|review|audit|outbox|case_claim|case_comment|bulk_item"
                    + "|start_request|sign_in_failure|approval)\\b");

    /** Their statements are put together of parts. */
    private static final Set<String> PUT_TOGETHER =
            Set.of("SearchStatement.class", "AuditSearch.class", "MessageAudits.class");

    /** With the indexes that are made on request. */
    private static final TestDatabase SEARCHED = TestServer.newDatabase();

    /** What must be there once only. Each of them is also the way to a row by its key. */
    private static final Map<String, String> KEYS = Map.ofEntries(
            entry(
                    "saga_key",
                    "a business key starts one saga: ON CONFLICT of the start, and every later read and write"),
            entry("event_key", "one event for each number of a saga; a saga's history is read by it"),
            entry("operation_key", "one row an operation: ON CONFLICT of its next state"),
            entry("event_processor_position_key", "one position for each reader and segment"),
            entry("mailbox_key", "the same message id again is no second letter"),
            entry("review_key", "an event opens one review of an operation"),
            entry("audit_key", "a request that was repeated is decided once; what was wanted of a saga is read by it"),
            entry("audit_number", "one entry for each number of the chain, which is read by it"),
            entry("audit_head_key", "one row, which says where the chain ends"),
            entry("node_key", "one row a node: ON CONFLICT of its next report"),
            entry("case_claim_key", "one person has a case; claims are read by it"),
            entry(
                    "case_comment_key",
                    "a request that was repeated is no second comment; a saga's comments are read by it"),
            entry("downstream_key", "one row a downstream, whose version guards its shares"),
            entry("downstream_share_key", "one share for each process"),
            entry("outbox_key", "an operation publishes one message"),
            entry("saga_attribute_key", "one value for each attribute of a saga; read with the sagas that were found"),
            entry("definition_key", "one shape for each version of a definition"),
            entry("account_key", "one account a person, however the name is written"),
            entry("sign_in_failure_key", "one count for each name from each address"),
            entry("approval_key", "one request for each letter"),
            entry("bulk_job_key", "one job for each request"),
            entry("bulk_item_key", "one number for each saga of a job"),
            entry("saved_view_key", "one view of a name for each person"),
            entry("start_request_key", "an idempotency key means one request"),
            entry("retention_key", "one row, whose lock keeps runs of retention apart"),
            entry("retired_month_key", "a month is retired once"),
            entry("legal_hold_key", "one number for each hold"),
            entry("legal_hold_request", "a request that was repeated is no second hold"),
            entry("migration_pk", "Flyway's history of migrations"),
            entry("migration_s_idx", "Flyway's as well"));

    /** The others, each with how the statement that needs it is planned. */
    private static final Map<String, Callable<String>> NEEDED = Map.ofEntries(
            entry("event_log", () -> planOf(PostgresEventLog.class, "SELECT_AFTER")),
            entry("saga_lease", () -> planOf(SagaClaims.class, "CLAIM_SOONEST")),
            entry("saga_due", () -> planOf(SagaClaims.class, "CLAIM_SOONEST")),
            entry("saga_turn", () -> planOf(SagaClaims.class, "CLAIM_IN_TURNS")),
            entry("saga_forgotten", () -> planOf(PostgresJournal.class, "COUNT_WITHOUT_WAKE_UP")),
            entry("saga_in_review", () -> planOf(PostgresJournal.class, "COUNT_WITHOUT_WAKE_UP")),
            entry("review_open_of_saga", () -> planOf(PostgresJournal.class, "COUNT_WITHOUT_WAKE_UP")),
            entry("review_open", () -> planOf(PostgresReviews.class, "SELECT_OPEN")),
            entry("operation_unfinished", () -> planOf(PostgresFigures.class, "SELECT_STUCK")),
            entry("mailbox_waiting", () -> planOf(PostgresMailbox.class, "TAKE_DUE")),
            entry("mailbox_settled", () -> planOf(OldLetters.class, "DELETE_OLD")),
            entry("audit_time", () -> planOf(PostgresAuditTrail.class, "SELECT_ALL")),
            entry("audit_operator", () -> audit(new AuditLog.Filter("alice", null, null, null, null, null))),
            entry("audit_action", () -> audit(new AuditLog.Filter(null, "wake", null, null, null, null))),
            entry("audit_outcome", () -> audit(new AuditLog.Filter(null, null, null, "REFUSED", null, null))),
            entry("operation_status", () -> search(Filter.all().inTrouble(Trouble.in(OperationStatus.REJECTED)))),
            entry("operation_name", () -> search(Filter.all().inTrouble(Trouble.of("charge.undo")))),
            entry("operation_error", () -> search(Filter.all().inTrouble(Trouble.with("busy")))),
            entry("operation_undoing", () -> planOf(PostgresFigures.class, "SELECT_UNDOING")),
            entry("approval_open", () -> planOf(PostgresApprovals.class, "SELECT_OPEN")),
            entry("approval_settled", () -> planOf(PastWork.class, "DELETE_APPROVALS")),
            entry("bulk_job_at_work", () -> planOf(BulkPortions.class, "LOCK_NEXT")),
            entry("bulk_job_made", () -> planOf(PostgresBulkJobs.class, "SELECT_NEWEST")),
            entry("bulk_item_state", () -> planOf(BulkPortions.class, "SELECT_PLANNED")),
            entry("sign_in_failure_time", () -> planOf(SignInFailures.class, "DELETE_OLD")),
            entry("saved_view_shared", () -> planOf(PostgresSavedViews.class, "SELECT")),
            entry("start_request_time", () -> planOf(PostgresStartRequests.class, "DELETE_OLD")),
            entry("outbox_due", () -> planOfMessages("LOCK_DUE")),
            entry("outbox_line", () -> planOfMessages("LEASE_IF_FIRST")),
            entry("outbox_parked", () -> planOfMessages("SELECT_PARKED")),
            entry("outbox_settled", () -> planOfMessages("DELETE_OLD")),
            entry("saga_attribute_value", () -> search(Filter.all().with("merchant", "m-7"))),
            entry("saga_off_path", () -> search(Filter.all().in(SagaStatus.FAILED))),
            entry(
                    "saga_started_about",
                    () -> search(Filter.all().in(SagaStatus.COMPLETED).startedBetween(Instant.EPOCH, Instant.EPOCH))),
            entry("saga_started", () -> searchOnRequest(Filter.all().ofDefinition("payment"))),
            entry("saga_tenant", () -> searchOnRequest(Filter.all().ofTenant("north"))),
            entry("saga_business_key", () -> searchOnRequest(Filter.all().withKeysFrom("order-0007"))));

    /**
     * Statements that read the whole of a table that grows with the sagas, or the whole of an index of it. All others go by an index.
     */
    private static final Map<String, String> SCANS = Map.of(
            "SearchWay.SELECT_DEFINITIONS",
            "asked only where saga_started was made, and goes by it then",
            "SearchWay.SELECT_DEFINITIONS_OF_TENANT",
            "asked only where saga_tenant was made, and goes by it then",
            "SearchWay.COUNT_KEYS",
            "asked only where saga_business_key was made, and goes by it then");

    /** Mostly sagas that have ended, as anywhere; some have failed, some wait, some are under way, some are in review. */
    @BeforeAll
    static void fill() {
        PostgresSchema.makeSearchIndexes(SEARCHED.dataSource());
        PostgresSchema.makeTenantIndex(SEARCHED.dataSource());
        for (TestDatabase database : List.of(DATABASE, SEARCHED)) {
            database.execute("""
                    INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                        period, status, version, owner, token, wake_at, started_at, updated_at, ended_at)
                    SELECT i % 1024, gen_random_uuid(), 'default', 'payment', 'order-' || lpad(i::text, 6, '0'), 1, 'v1:x', 1,
                        s.status, 3, CASE WHEN s.status = 1 THEN 'node' END, 1, CASE WHEN s.status < 4 THEN now() END,
                        now() - i * interval '1 min', now(), CASE WHEN s.status >= 10 THEN now() END
                    FROM generate_series(1, 5000) AS i
                    CROSS JOIN LATERAL (SELECT CASE
                        WHEN i % 10 > 0 THEN 10 WHEN i % 50 > 0 THEN 12 WHEN i % 100 > 0 THEN 4 WHEN i % 200 > 0 THEN 2
                        ELSE 1 END AS status) AS s
                    """);
            database.execute("""
                    INSERT INTO querent.review (opened_at, revision, bucket, saga_id, operation, tenant, definition, business_key,
                        reason, detail)
                    SELECT now(), 3, bucket, saga_id, 'charge', tenant, definition, business_key, 'UNKNOWN', '?'
                    FROM querent.saga WHERE status = 4
                    """);
            database.execute("""
                    INSERT INTO querent.operation (bucket, saga_id, name, key, status, attempts, since, last_error, compensates)
                    SELECT bucket, saga_id, CASE WHEN status = 4 THEN 'charge.undo' ELSE 'charge' END,
                        'default:payment:' || business_key || ':charge', CASE WHEN status = 12 THEN 11 ELSE 5 END, 2, now(),
                        CASE WHEN status = 4 THEN 'busy: later' ELSE '51: no' END,
                        CASE WHEN status = 4 THEN 'default:payment:' || business_key || ':charge' END
                    FROM querent.saga WHERE status IN (4, 12)
                    """);
            database.execute("""
                    INSERT INTO querent.audit (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key,
                        operator, content)
                    SELECT now(), bucket, CASE WHEN version % 7 = 0 THEN 3 ELSE 1 END, saga_id, 'r', tenant, definition, business_key,
                        'operator-' || bucket % 10, '{"kind":"decided","decision":"cancel"}'
                    FROM querent.saga WHERE status IN (4, 12)
                    """);
            database.execute("ANALYZE");
        }
    }

    @AfterAll
    static void close() {
        DATABASE.close();
        SEARCHED.close();
    }

    static Stream<String> needed() {
        return NEEDED.keySet().stream().sorted();
    }

    @Test
    void everyIndexIsNamedHereWithItsReason() {
        Set<String> reasons = new TreeSet<>(KEYS.keySet());
        reasons.addAll(NEEDED.keySet());

        assertThat(SEARCHED.texts("""
                SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
                WHERE c.relnamespace = 'querent'::regnamespace AND NOT c.relispartition
                """))
                .as("indexes of the schema: name the statement that needs a new one, or do without it")
                .containsExactlyInAnyOrderElementsOf(reasons);
    }

    @Test
    void keysAreUniqueIndexesButForOneOfFlyway() {
        assertThat(DATABASE.texts("""
                SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
                WHERE c.relnamespace = 'querent'::regnamespace AND NOT c.relispartition AND i.indisunique
                """))
                .containsExactlyInAnyOrderElementsOf(KEYS.keySet().stream()
                        .filter(name -> !name.equals("migration_s_idx"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("needed")
    void statementGoesByItsIndex(String index) throws Exception {
        List<String> names = new ArrayList<>(List.of(index));
        names.addAll(SEARCHED.texts("SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid"
                + " WHERE i.inhparent = 'querent." + index + "'::regclass"));

        assertThat(NEEDED.get(index).call())
                .containsPattern("Index (Only )?Scan (Backward )?(using|on) (" + String.join("|", names) + ")\\b");
    }

    @Test
    void noStatementReadsAllSagasOrEvents() throws Exception {
        Set<String> scanning = new TreeSet<>();
        for (Field constant : statements()) {
            String plan = plan((String) constant.get(null));
            if (SCAN.matcher(plan).find()) {
                scanning.add(constant.getDeclaringClass().getSimpleName() + "." + constant.getName());
            }
        }

        for (Map.Entry<String, String> common : messageStatements().entrySet()) {
            if (SCAN.matcher(plan(common.getValue())).find()) {
                scanning.add("PostgresOutbox." + common.getKey());
            }
        }

        assertThat(scanning)
                .as("statements that read more the more sagas have ended")
                .containsExactlyInAnyOrderElementsOf(SCANS.keySet());
    }

    /** All that this package keeps as constants, but for searches, which are put together of parts. */
    private static List<Field> statements() throws Exception {
        List<Field> statements = new ArrayList<>();
        Path folder = Path.of(PostgresJournal.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve("io/querent/postgres");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class") && !name.startsWith("package-") && !PUT_TOGETHER.contains(name)) {
                    statements.addAll(statementsOf(Class.forName("io.querent.postgres." + name.replace(".class", ""))));
                }
            }
        }
        return statements;
    }

    private static List<Field> statementsOf(Class<?> home) throws IllegalAccessException {
        List<Field> statements = new ArrayList<>();
        for (Field field : home.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                field.setAccessible(true);
                if (STATEMENT.matcher((String) field.get(null)).matches()) {
                    statements.add(field);
                }
            }
        }
        return statements;
    }

    /** The statement as the code has it, and no copy of it. */
    private static String planOf(Class<?> home, String constant) throws Exception {
        Field field = home.getDeclaredField(constant);
        field.setAccessible(true);
        return plan((String) field.get(null));
    }

    /** The common statements, as the engine's outbox runs them. */
    private static Map<String, String> messageStatements() {
        return new PostgresOutbox(new Database(DATABASE.dataSource()), new StoredPayloads(PayloadProtection.NONE))
                .statements();
    }

    private static String planOfMessages(String name) throws Exception {
        return plan(messageStatements().get(name));
    }

    private static String search(Filter filter) {
        return search(DATABASE, filter);
    }

    private static String searchOnRequest(Filter filter) {
        return search(SEARCHED, filter);
    }

    private static String search(TestDatabase database, Filter filter) {
        return String.join("\n", new PostgresSearch(withoutScans(database)).explain(Page.first(filter, 10)));
    }

    private static String audit(AuditLog.Filter filter) {
        return String.join("\n", new PostgresAuditLog(withoutScans(DATABASE), new LetterCodec()).explain(filter, 10));
    }

    private static Database withoutScans(TestDatabase database) {
        return new Database(
                database.pool(database.port(), config -> config.setConnectionInitSql("SET enable_seqscan = off")));
    }

    /** For any values, and as on a large table: there is none here. */
    private static String plan(String sql) throws SQLException {
        Matcher mark = Pattern.compile("\\?").matcher(sql);
        StringBuilder numbered = new StringBuilder("EXPLAIN (GENERIC_PLAN) ");
        for (int i = 1; mark.find(); i++) {
            mark.appendReplacement(numbered, "\\$" + i);
        }
        mark.appendTail(numbered);
        PGSimpleDataSource simple = DATABASE.simple(DATABASE.port());
        simple.setPreferQueryMode(PreferQueryMode.SIMPLE);
        StringBuilder plan = new StringBuilder();
        try (Connection connection = simple.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            try (ResultSet rows = statement.executeQuery(numbered.toString())) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
        }
        return plan.toString();
    }
}
