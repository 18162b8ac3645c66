package io.querent.postgres;

import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Trouble;
import io.querent.saga.BusinessKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statement of one search, put together of constant parts. Each shape follows an index: an operation names its saga, and so do tenant,
 * definition and business key together; an attribute, a business key, trouble of an operation and a status off the happy path have one
 * each; everything else is found newest first, definition by definition where there is an index for it.
 */
final class SearchStatement {
    private static final String OF_ONE = "SELECT " + SagaReads.COLUMNS + " FROM querent.saga AS s WHERE true";

    private static final String OF_ATTRIBUTE = """
            SELECT %s FROM querent.saga_attribute AS a
            CROSS JOIN LATERAL (
                SELECT * FROM querent.saga WHERE bucket = a.bucket AND saga_id = a.saga_id OFFSET 0) AS s
            WHERE a.name = ? AND a.value = ?
            """.formatted(SagaReads.COLUMNS);

    /** Each saga once, however many of its operations fit. */
    private static final String OF_TROUBLE = """
            SELECT %s FROM (
                SELECT DISTINCT ON (o.saga_started_at, o.saga_id) o.saga_started_at, o.bucket, o.saga_id
                FROM querent.operation AS o WHERE true
            """.formatted(SagaReads.COLUMNS);

    private static final String SAGAS_OF_TROUBLE = """
             ORDER BY o.saga_started_at DESC, o.saga_id DESC) AS t
            CROSS JOIN LATERAL (
                SELECT * FROM querent.saga WHERE bucket = t.bucket AND saga_id = t.saga_id OFFSET 0) AS s
            WHERE true
            """;

    /** Asked for one saga after the other: the server takes trouble for rarer than it is, and would begin with it. */
    private static final String IN_TROUBLE =
            " AND EXISTS (SELECT FROM querent.operation AS o WHERE o.bucket = s.bucket AND o.saga_id = s.saga_id";

    private static final String END_OF_TROUBLE = " OFFSET 0)";

    private static final String OF_DEFINITIONS = """
            SELECT %s FROM unnest(?::text[]) AS d(definition)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.saga AS s WHERE s.definition = d.definition
            """.formatted(SagaReads.COLUMNS);

    private static final String END_OF_DEFINITIONS = ") AS s";

    private static final String NEWEST_FIRST = " ORDER BY s.started_at DESC, s.saga_id DESC LIMIT ?";
    private static final String NEWEST_ATTRIBUTE_FIRST = " ORDER BY a.started_at DESC, a.saga_id DESC LIMIT ?";
    private static final String NEWEST_TROUBLE_FIRST = " ORDER BY t.saga_started_at DESC, t.saga_id DESC LIMIT ?";

    /** Two indexes hold what will wake up, and what has ended is in none of them. */
    private static final String UNDER_WAY = " AND s.wake_at IS NOT NULL AND (s.owner IS NULL OR s.owner IS NOT NULL)";

    private static final String OFF_THE_HAPPY_PATH = " AND s.status IN (3, 4, 5, 11, 12, 13)";

    /** Sorts behind everything that a business key may hold. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final StringBuilder text = new StringBuilder(1_000);
    private final List<Object> values = new ArrayList<>();
    private final Filter filter;
    private final int limit;

    private SearchStatement(Filter filter, int limit) {
        this.filter = filter;
        this.limit = limit;
    }

    /**
     * The statement for a page, which finds one saga more than the page holds if there is one.
     *
     * @param definitions names of the definitions to look through one by one; empty to look through all at once
     */
    static SearchStatement of(Page page, List<String> definitions) {
        SearchStatement statement = new SearchStatement(page.filter(), page.limit() + 1);
        SearchPlace after = page.after() == null ? null : SearchPlace.of(page.after());
        statement.write(after, definitions);
        return statement;
    }

    /** The statement for the newest {@code limit} sagas that fit. */
    static SearchStatement ofAll(Filter filter, int limit, List<String> definitions) {
        SearchStatement statement = new SearchStatement(filter, limit);
        statement.write(null, definitions);
        return statement;
    }

    /** Whether no other index leads to the sagas. */
    static boolean isByDefinition(Filter filter) {
        return filter.operation() == null
                && filter.attribute() == null
                && filter.businessKey() == null
                && filter.trouble() == null
                && !isOffPath(filter);
    }

    /** What comes behind all business keys that begin so. */
    static String lastWith(String prefix) {
        return prefix + LAST;
    }

    PreparedStatement prepare(Connection connection, String before) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(before + text);
        int unused = bind(connection, statement);
        return statement;
    }

    /** A statement around this one, which gives bucket and id of the sagas as well; {@code value} is its own parameter, after these. */
    PreparedStatement prepareWithin(Connection connection, String around, String value) throws SQLException {
        String located = text.toString().replace(SagaReads.COLUMNS, SagaReads.COLUMNS + ", s.bucket, s.saga_id ");
        PreparedStatement statement = connection.prepareStatement(around.formatted(located));
        statement.setString(bind(connection, statement), value);
        return statement;
    }

    private int bind(Connection connection, PreparedStatement statement) throws SQLException {
        int next = 1;
        for (Object value : values) {
            if (value instanceof String[] texts) {
                statement.setArray(next++, connection.createArrayOf("text", texts));
            } else {
                statement.setObject(next++, value);
            }
        }
        return next;
    }

    private void write(@Nullable SearchPlace after, List<String> definitions) {
        if (!definitions.isEmpty()) {
            add(OF_DEFINITIONS, (Object) definitions.toArray(String[]::new));
            conditions("s", after);
            add(NEWEST_FIRST, limit);
            add(END_OF_DEFINITIONS);
            add(NEWEST_FIRST, limit);
        } else if (filter.operation() == null && filter.attribute() != null) {
            add(OF_ATTRIBUTE, filter.attribute().name(), filter.attribute().value());
            conditions("a", after);
            inTrouble();
            add(NEWEST_ATTRIBUTE_FIRST, limit);
        } else if (filter.trouble() != null && isRarestInTrouble()) {
            add(OF_TROUBLE);
            trouble(filter.trouble());
            keyOfTrouble();
            times("o.saga_started_at", "o.saga_id", after);
            add(SAGAS_OF_TROUBLE);
            row();
            add(NEWEST_TROUBLE_FIRST, limit);
        } else {
            add(OF_ONE);
            conditions("s", after);
            inTrouble();
            add(NEWEST_FIRST, limit);
        }
    }

    /** Trouble is rarer than sagas that have completed, and not than those that run, or are off the happy path themselves. */
    private boolean isRarestInTrouble() {
        return filter.operation() == null
                && filter.businessKey() == null
                && (filter.status() == null || filter.status() == SagaStatus.COMPLETED);
    }

    /** What can be told from the operation's own key, so that only sagas that fit are looked up. */
    private void keyOfTrouble() {
        addIf(" AND split_part(o.key, ':', 1) = ?", filter.tenant());
        addIf(" AND split_part(o.key, ':', 2) = ?", filter.definition());
        addIf(" AND strpos(o.key, ':' || ?) > 0", filter.businessKeyPrefix());
    }

    private void conditions(String table, @Nullable SearchPlace after) {
        operation();
        row();
        times(table + ".started_at", table + ".saga_id", after);
    }

    private void row() {
        addIf(" AND s.tenant = ?", filter.tenant());
        addIf(" AND s.definition = ?", filter.definition());
        businessKey();
        if (filter.businessKeyPrefix() != null) {
            add(
                    " AND s.business_key >= ? AND s.business_key <= ?",
                    filter.businessKeyPrefix(),
                    lastWith(filter.businessKeyPrefix()));
        }
        if (filter.status() != null) {
            add(" AND s.status = ?", StatusCodes.of(filter.status()));
            add(isOffPath(filter) ? OFF_THE_HAPPY_PATH : "");
            add(isUnderWay(filter) ? UNDER_WAY : "");
        }
    }

    private void times(String startedAt, String saga, @Nullable SearchPlace after) {
        time(" AND " + startedAt + " >= ?", filter.startedFrom());
        time(" AND " + startedAt + " < ?", filter.startedBefore());
        if (after != null) {
            add(
                    " AND (" + startedAt + ", " + saga + ") < (?, ?)",
                    after.startedAt().atOffset(ZoneOffset.UTC),
                    after.saga());
        }
    }

    private void businessKey() {
        String key = filter.businessKey();
        if (key == null) {
            return;
        }
        add(" AND s.business_key = ?", key);
        SagaKey saga = whole(filter.tenant(), filter.definition(), key);
        if (saga != null) {
            add(
                    " AND s.bucket = ? AND s.saga_id = ?",
                    (short) saga.id().bucket(),
                    saga.id().value());
        }
    }

    /** The saga that is meant; null where only a part of its key is given, or no saga can have it. */
    private static @Nullable SagaKey whole(@Nullable String tenant, @Nullable String definition, String key) {
        try {
            return tenant == null || definition == null
                    ? null
                    : new SagaKey(new Tenant(tenant), definition, new BusinessKey(key));
        } catch (QuerentException impossible) {
            return null;
        }
    }

    private void inTrouble() {
        if (filter.trouble() != null) {
            add(IN_TROUBLE);
            trouble(filter.trouble());
            add(END_OF_TROUBLE);
        }
    }

    private void trouble(Trouble trouble) {
        addIf(" AND o.name = ?", trouble.step());
        addIf(" AND o.status = ?", trouble.status() == null ? null : StatusCodes.of(trouble.status()));
        addIf(" AND o.last_error IS NOT NULL AND querent.error_code(o.last_error) = ?", trouble.errorCode());
        if (trouble.longerThan() != null) {
            add(
                    " AND o.status < 10 AND o.since < statement_timestamp() - make_interval(secs => ?)",
                    WakeUp.seconds(trouble.longerThan()));
        }
    }

    private void operation() {
        if (filter.operation() != null) {
            SagaId saga = filter.operation().saga().id();
            add(" AND s.bucket = ? AND s.saga_id = ?", (short) saga.bucket(), saga.value());
            if (filter.attribute() != null) {
                add(
                        " AND EXISTS (SELECT FROM querent.saga_attribute AS a WHERE a.bucket = s.bucket"
                                + " AND a.saga_id = s.saga_id AND a.name = ? AND a.value = ?)",
                        filter.attribute().name(),
                        filter.attribute().value());
            }
        }
    }

    private static boolean isOffPath(Filter filter) {
        if (filter.status() == null) {
            return false;
        }
        return switch (filter.status()) {
            case COMPENSATING, IN_REVIEW, PAUSED, COMPENSATED, FAILED, ABANDONED -> true;
            case RUNNING, WAITING, COMPLETED -> false;
        };
    }

    /** Whether only those are looked for that run or wait. */
    static boolean isUnderWay(Filter filter) {
        return filter.status() == SagaStatus.RUNNING || filter.status() == SagaStatus.WAITING;
    }

    private void time(String condition, @Nullable Instant time) {
        addIf(condition, time == null ? null : time.atOffset(ZoneOffset.UTC));
    }

    private void addIf(String condition, @Nullable Object value) {
        if (value != null) {
            add(condition, value);
        }
    }

    private void add(String part, Object... bound) {
        text.append(part);
        values.addAll(List.of(bound));
    }
}
