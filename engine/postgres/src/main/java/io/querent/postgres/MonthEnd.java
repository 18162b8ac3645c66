package io.querent.postgres;

import io.querent.postgres.MonthSagas.Located;
import io.querent.postgres.RetiredMonths.Underway;
import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.runtime.journal.Disposal;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Takes an exported month out of the log. The log is locked for as long as it takes to change the catalogue, and nobody waits for longer
 * than the lock's limit while somebody reads: a detachment that does not come through lets all others go first and tries again.
 *
 * <p>DETACH CONCURRENTLY is no way, because the log has a default partition.
 */
final class MonthEnd {
    /** Waits for vacuum, which gives way to that, and keeps nobody from anything. */
    private static final String KEEP_VACUUM_OUT = "LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE";

    private static final String LOCK_LOG = "LOCK TABLE ONLY querent.event IN ACCESS EXCLUSIVE MODE";
    private static final String DETACH = "ALTER TABLE querent.event DETACH PARTITION %s";

    /** Who has decided on a history that has gone meanwhile cannot append to it. The default partition is empty, so this is quick. */
    private static final List<String> CLOSE = List.of(
            "ALTER TABLE querent.event_other DROP CONSTRAINT IF EXISTS event_other_is_not_retired",
            "ALTER TABLE querent.event_other ADD CONSTRAINT event_other_is_not_retired CHECK (period >= %d)");

    private static final String SELECT_IN_THE_WAY = """
            SELECT string_agg(DISTINCT l.pid::text, ', ') FROM pg_catalog.pg_locks AS l
            WHERE l.relation IN ('querent.event'::regclass, '%s'::regclass) AND l.granted AND l.pid <> pg_backend_pid()
            """;

    private static final int MOST_TRIES = 25;

    private final RetentionRun run;
    private final EventMonth month;

    MonthEnd(RetentionRun run, EventMonth month) {
        this.run = run;
        this.month = month;
    }

    private enum Try {
        DETACHED,
        EVENTS_CAME,
        HOLDS_CAME
    }

    /**
     * Takes the month out of the log. Returns false when the run is to stop before.
     *
     * @throws QuerentException QRT-3408 when somebody has been reading the log for too long
     */
    boolean detach(Underway underway) {
        long seenHolds = underway.seenHolds();
        for (int tries = 1; !run.isStopping(); tries++) {
            long holds = seenHolds;
            Optional<Try> found = run.writeUnlessLocked(
                    "detaching " + month.name(), (connection, now) -> attempt(connection, underway, holds, now));
            if (found.isEmpty() && tries >= MOST_TRIES) {
                throw inTheWay();
            } else if (found.isEmpty()) {
                run.pause();
            } else if (found.get() == Try.DETACHED) {
                return true;
            } else if (found.get() == Try.EVENTS_CAME) {
                run.moveOn(run.read(
                        "looking for late events",
                        connection -> MonthSagas.changed(
                                connection,
                                month.table(),
                                underway.seenUpTo(),
                                run.policy().batch())));
            } else {
                seenHolds = lookAtHolds();
            }
        }
        return false;
    }

    private Try attempt(Connection connection, Underway underway, long seenHolds, long holds) throws SQLException {
        if (holds != seenHolds) {
            return Try.HOLDS_CAME;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = '5s'");
            statement.execute(KEEP_VACUUM_OUT.formatted(month.table()));
            statement.execute("SET LOCAL lock_timeout = '200ms'");
            statement.execute(LOCK_LOG);
            if (!MonthSagas.changed(connection, month.table(), underway.seenUpTo(), 1)
                    .isEmpty()) {
                return Try.EVENTS_CAME;
            }
            statement.execute(DETACH.formatted(month.table()));
            RetiredMonths.detached(connection, month);
            int open = RetiredMonths.firstOpenPeriod(connection);
            for (String each : CLOSE) {
                statement.execute(each.formatted(open));
            }
        }
        return Try.DETACHED;
    }

    /** Whoever has placed a hold is believed before the month goes. */
    private long lookAtHolds() {
        long now = run.write("looking at holds", (connection, holds) -> holds);
        return new MonthExport(run, month).moveKept()
                ? run.write("noting holds", (connection, holds) -> {
                    RetiredMonths.seeHolds(connection, month, now);
                    return now;
                })
                : -1;
    }

    private QuerentException inTheWay() {
        String who = run.read("looking who reads the log", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_IN_THE_WAY.formatted(month.table()));
                    ResultSet row = select.executeQuery()) {
                return row.next() ? String.valueOf(row.getString(1)) : "nobody any more";
            }
        });
        return new QuerentException(
                "QRT-3408",
                "a month cannot leave the log while somebody reads it for so long; key=" + month.name()
                        + ", expected=a moment without readers in " + MOST_TRIES + " tries, found=server processes "
                        + who
                        + "; end them or wait (pg_stat_activity says what they do); the next run goes on here");
    }

    /**
     * Removes what else there is of the month's sagas, a page at a time. Returns false when the run is to stop before, or a hold was placed
     * meanwhile.
     */
    boolean clean(Underway underway) {
        MonthSagas.Place place = underway.cleanedTo();
        while (!run.isStopping()) {
            MonthSagas.Place after = place;
            Optional<List<Located>> removed =
                    run.write("removing what is left of " + month.name(), (connection, holds) -> {
                        if (LateHolds.are(connection, month)) {
                            return Optional.empty();
                        }
                        List<Located> next = MonthSagas.page(
                                connection, month.table(), after, run.policy().batch());
                        if (!next.isEmpty()) {
                            RetiredRest.delete(connection, next, run.policy().keepAttributes());
                            RetiredMonths.cleaned(connection, month, MonthSagas.Place.after(next.get(next.size() - 1)));
                        }
                        return Optional.of(next);
                    });
            List<Located> page = removed.orElse(List.of());
            if (page.isEmpty()) {
                return removed.isPresent();
            }
            place = MonthSagas.Place.after(page.get(page.size() - 1));
        }
        return false;
    }

    /**
     * Drops the table, or puts it aside, and says so in the audit. Returns false while somebody reads the table by its name, or when a hold
     * was placed meanwhile.
     */
    boolean finish(Underway underway, String node) {
        return run.writeUnlessLocked("retiring " + month.name(), (connection, holds) -> {
                    if (LateHolds.are(connection, month)) {
                        return false;
                    }
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("SET LOCAL lock_timeout = '5s'");
                        if (underway.disposal() == Disposal.DETACH) {
                            statement.execute("CREATE SCHEMA IF NOT EXISTS querent_archive");
                            statement.execute("ALTER TABLE " + month.table() + " SET SCHEMA querent_archive");
                        } else {
                            statement.execute("DROP TABLE " + month.table());
                        }
                    }
                    RetiredMonths.retired(connection, month);
                    boolean unused = AuditWrites.insert(connection, deed(underway, node));
                    return true;
                })
                .orElse(false);
    }

    private Deed deed(Underway underway, String node) {
        String content = "{\"month\":\"" + month.month() + "\",\"disposal\":\"" + underway.disposal() + "\",\"sagas\":"
                + underway.sagas() + ",\"sha256\":"
                + (underway.sha256() == null ? "null" : "\"" + underway.sha256() + "\"") + "}";
        String detail = underway.sagas() + " sagas of " + month.month()
                + (underway.archive() == null ? "" : " are in " + underway.archive());
        return new Deed(
                "history-retired:" + month.month(),
                Texts.storable("retention on " + node, 200),
                "history-retired",
                null,
                "APPLIED",
                "by policy",
                detail,
                content);
    }
}
