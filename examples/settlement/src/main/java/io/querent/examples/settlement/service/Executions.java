package io.querent.examples.settlement.service;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Every time that a settlement was asked for, by whom and why. Thread-safe. */
public final class Executions {
    private static final String NOTE = """
            INSERT INTO settlement.execution (settlement, begun_by, operator, reason, outcome)
            VALUES (:settlement, :kind, :operator, :reason, :outcome)
            RETURNING execution
            """;

    private static final String OF_SETTLEMENT = """
            SELECT execution, settlement, begun_by, operator, reason, outcome, requested_at FROM settlement.execution
            WHERE settlement = :prefix OR starts_with(settlement, :prefix || ':') ORDER BY execution
            """;

    private static final String DATES = """
            SELECT DISTINCT split_part(settlement, ':', 2)::date AS business_date FROM settlement.execution
            WHERE outcome <> 'CONFLICT' ORDER BY business_date
            """;

    private static final String OPEN_DATES = """
            SELECT DISTINCT split_part(settlement, ':', 2)::date AS business_date FROM settlement.execution
            WHERE outcome <> 'CONFLICT'
            EXCEPT SELECT business_date FROM settlement.concluded_day
            ORDER BY business_date
            """;

    private static final String FIRST = "SELECT min(requested_at) FROM settlement.execution";

    private final JdbcClient database;

    /** @param database the service's */
    public Executions(JdbcClient database) {
        this.database = database;
    }

    /** Writes one down, in the transaction that is going on, and gives it its number. */
    long note(String settlement, Trigger trigger, String outcome) {
        return database.sql(NOTE)
                .param("settlement", settlement)
                .param("kind", trigger.kind().name())
                .param("operator", trigger.operator())
                .param("reason", trigger.reason())
                .param("outcome", outcome)
                .query(Long.class)
                .single();
    }

    /**
     * All of a merchant, or of one of its windows, oldest first.
     *
     * @param prefix {@code M001}, {@code M001:2026-11-29} or the whole key
     */
    public List<Execution> of(String prefix) {
        return database.sql(OF_SETTLEMENT)
                .param("prefix", prefix)
                .query((row, number) -> new Execution(
                        row.getLong("execution"),
                        row.getString("settlement"),
                        row.getString("begun_by"),
                        row.getString("operator"),
                        row.getString("reason"),
                        row.getString("outcome"),
                        row.getObject("requested_at", OffsetDateTime.class).toInstant()))
                .list();
    }

    /** When the first of all was asked for. */
    public Optional<Instant> first() {
        return database.sql(FIRST).query(OffsetDateTime.class).optional().map(OffsetDateTime::toInstant);
    }

    /** Every business date that was ever asked for. */
    public SortedSet<LocalDate> dates() {
        return new TreeSet<>(database.sql(DATES).query(LocalDate.class).list());
    }

    /** Business dates that were asked for and are not over, oldest first: what a run that was killed has left. */
    public List<LocalDate> openDates() {
        return database.sql(OPEN_DATES).query(LocalDate.class).list();
    }
}
