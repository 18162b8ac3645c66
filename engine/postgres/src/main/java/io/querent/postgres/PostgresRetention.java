package io.querent.postgres;

import io.querent.postgres.RetiredMonths.Underway;
import io.querent.runtime.archive.HistoryArchive;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.retention.Retention;
import io.querent.runtime.retention.RetentionPolicy;
import io.querent.saga.QuerentException;
import java.sql.Statement;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Retention in PostgreSQL. A run first ends what an earlier one has begun; a month goes step by step, and each step is written down in the
 * transaction that takes it, so that whoever comes next knows where to go on. Thread-safe.
 */
final class PostgresRetention implements Retention {
    private static final String EVENTS_OF_NO_MONTH = "querent.event_other";

    private static final String ENSURE_THIS_MONTH =
            "SELECT querent.ensure_event_partition((statement_timestamp() AT TIME ZONE 'UTC')::date)";

    private final Database database;
    private final PostgresStartRequests startRequests;

    PostgresRetention(Database database) {
        this.database = database;
        this.startRequests = new PostgresStartRequests(database);
    }

    @Override
    public Plan plan(RetentionPolicy policy) {
        return database.autoCommitted("planning retention", connection -> {
            List<Month> months = new ArrayList<>();
            List<Underway> begun = RetiredMonths.unfinished(connection);
            for (Underway each : begun) {
                if (each.detached()) {
                    months.add(MonthView.of(
                            connection, each.month(), Progress.DETACHED, LateHolds.reason(connection, each.month())));
                }
            }
            for (EventMonth each : EventMonth.due(connection, policy.keepHistory())) {
                boolean exported = begun.stream().anyMatch(one -> one.month().equals(each));
                Map<Reason, Long> kept = MonthView.kept(connection, each, policy);
                months.add(MonthView.of(connection, each, exported ? Progress.EXPORTED : Progress.WAITING, kept));
            }
            long keys = policy.keepKeys() == null ? 0 : OldKeys.count(connection, policy.keepKeys());
            return new Plan(months, keys, PastWork.count(connection, policy.keepPastWork()));
        });
    }

    @Override
    public Standing standing(RetentionPolicy policy) {
        return database.autoCommitted(
                "looking how retention stands",
                connection -> RetentionLease.standing(
                        connection,
                        EventMonth.due(connection, policy.keepHistory()).size()));
    }

    @Override
    public Report run(RetentionPolicy policy, HistoryArchive archive, String node, BooleanSupplier stopping) {
        RetentionLease lease = database.committed(
                        "beginning a run of retention", connection -> RetentionLease.take(connection, node))
                .orElse(null);
        if (lease == null) {
            return new Report(false, List.of(), 0, 0, 0, 0);
        }
        String error = "it was broken off";
        try {
            Report report = run(new RetentionRun(database, lease, policy, archive, stopping), node);
            error = null;
            return report;
        } catch (QuerentException failure) {
            error = String.valueOf(failure.getMessage());
            throw failure;
        } catch (RuntimeException | Error failure) {
            error = failure.toString();
            throw failure;
        } finally {
            end(lease, error);
        }
    }

    /** When the database is away the lease runs out by itself, and what was to be thrown is thrown. */
    private void end(RetentionLease lease, @Nullable String error) {
        try {
            OptionalLong unused =
                    database.committed("ending a run of retention", connection -> lease.end(connection, error));
        } catch (JournalUnavailableException away) {
            if (error == null) {
                throw away;
            }
        }
    }

    private Report run(RetentionRun run, String node) {
        List<YearMonth> retired = new ArrayList<>();
        for (Underway begun : run.read("looking for months that were begun", RetiredMonths::unfinished)) {
            goOn(run, begun, node, retired);
        }
        emptyOther(run);
        RetentionPolicy policy = run.policy();
        for (int done = 0; done < policy.monthsPerRun() && !run.isStopping(); done++) {
            List<EventMonth> due = run.read(
                    "looking for months whose time is over",
                    connection -> EventMonth.due(connection, policy.keepHistory()));
            if (due.isEmpty()) {
                break;
            }
            begin(run, due.get(0), node, retired);
        }
        long pastWork = repeat(run, connection -> PastWork.delete(connection, policy.keepPastWork(), policy.batch()))
                + forgetStarts(run);
        Duration keep = policy.keepKeys();
        long keys = keep == null ? 0 : repeat(run, connection -> OldKeys.delete(connection, keep, policy.batch()));
        return new Report(true, retired, run.exported(), run.moved(), keys, pastWork);
    }

    private static void begin(RetentionRun run, EventMonth month, String node, List<YearMonth> retired) {
        if (new MonthExport(run, month).carryOut()) {
            run.read("looking at " + month.name(), RetiredMonths::unfinished).stream()
                    .filter(each -> each.month().equals(month))
                    .forEach(each -> goOn(run, each, node, retired));
        }
    }

    private static void goOn(RetentionRun run, Underway month, String node, List<YearMonth> retired) {
        MonthEnd end = new MonthEnd(run, month.month());
        Underway proved = MonthProof.of(run, month);
        if (proved != null
                && (proved.detached() || end.detach(proved))
                && end.clean(proved)
                && end.finish(proved, node)) {
            retired.add(month.month().month());
        }
    }

    /** What came to no month's partition, because it was made too late, goes on with this month. */
    private static void emptyOther(RetentionRun run) {
        boolean unused = run.read("looking for this month's partition", connection -> {
            try (Statement statement = connection.createStatement()) {
                return MonthView.isEmpty(connection, EVENTS_OF_NO_MONTH) && statement.execute(ENSURE_THIS_MONTH);
            }
        });
        List<MonthSagas.Located> page = List.of();
        do {
            run.moveOn(page);
            page = run.isStopping()
                    ? List.of()
                    : run.read(
                            "looking for events of no month",
                            connection -> MonthSagas.page(
                                    connection,
                                    EVENTS_OF_NO_MONTH,
                                    MonthSagas.Place.START,
                                    run.policy().batch()));
        } while (!page.isEmpty());
    }

    private long forgetStarts(RetentionRun run) {
        RetentionPolicy policy = run.policy();
        long count = 0;
        int done;
        do {
            done = run.isStopping() ? 0 : startRequests.forget(policy.keepPastWork(), policy.batch());
            count += done;
        } while (done == policy.batch());
        return count;
    }

    /** In transactions of a batch each, until there is nothing left. */
    private static long repeat(RetentionRun run, Database.Work<Integer> batch) {
        long count = 0;
        int done;
        do {
            done = run.isStopping()
                    ? 0
                    : run.write("removing what is not needed any more", (connection, holds) -> batch.on(connection));
            count += done;
        } while (done > 0);
        return count;
    }
}
