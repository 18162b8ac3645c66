package io.querent.postgres;

import io.querent.postgres.MonthSagas.Located;
import io.querent.postgres.MonthSagas.Place;
import io.querent.postgres.SagaPapers.Papers;
import io.querent.runtime.archive.ArchiveManifest;
import io.querent.runtime.archive.ArchiveSummary;
import io.querent.runtime.archive.ArchiveWriter;
import io.querent.runtime.journal.Disposal;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a month: moves on what has to stay, and writes the rest to the archive where the policy says so. What is written is read
 * back and held against the database before it has a name, and before anything else happens to the month.
 */
final class MonthExport {
    private final RetentionRun run;
    private final EventMonth month;
    private long sagas;

    MonthExport(RetentionRun run, EventMonth month) {
        this.run = run;
        this.month = month;
    }

    /** Returns whether it is done; not when the run is to stop before. */
    boolean carryOut() {
        MonthSagas.Seen seen = run.write("looking at " + month.name(), (connection, holds) -> {
            MonthSagas.Seen now = MonthSagas.Seen.now(connection);
            return new MonthSagas.Seen(now.transaction(), holds);
        });
        try {
            if (run.policy().disposal() != Disposal.ARCHIVE) {
                return pass(null, this::leaving) && record(seen, null);
            }
            ArchiveSummary summary = written(this::leaving);
            return summary != null && record(seen, summary);
        } catch (IOException failure) {
            throw notWritten(failure);
        }
    }

    /**
     * Writes the file of a month that has left the log, and of which nothing else was removed, anew. Nothing of it is moved on: what had to
     * stay was moved before it left. Null when the run is to stop before it is done.
     */
    @Nullable
    ArchiveSummary writeAnew() {
        try {
            ArchiveSummary summary = written(this::all);
            return summary != null
                            && run.write("noting that " + month.name() + " is exported anew", (connection, holds) -> {
                                RetiredMonths.writtenAnew(connection, month, summary);
                                return true;
                            })
                    ? summary
                    : null;
        } catch (IOException failure) {
            throw notWritten(failure);
        }
    }

    private QuerentException notWritten(IOException failure) {
        return new QuerentException(
                "QRT-3403",
                "a month cannot be archived; key=" + month.archive() + ", found=" + failure + " in "
                        + run.archive().place()
                        + "; make room there or correct the permissions; the month stays where"
                        + " it is, and the next run tries again",
                failure);
    }

    /** Moves on what has to stay by now, and writes nothing. Returns false when the run is to stop before it is done. */
    boolean moveKept() {
        try {
            return pass(null, this::leaving);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private @Nullable ArchiveSummary written(Function<List<Located>, List<Papers>> choice) throws IOException {
        ArchiveSummary summary;
        try (ArchiveWriter writer = new ArchiveWriter(run.archive().create(month.archive()), month.month())) {
            if (!pass(writer, choice)) {
                return null;
            }
            summary = writer.end();
        }
        new ArchiveCheck(run, month).check(summary);
        run.archive().publish(month.archive());
        ArchiveManifest.write(run.archive(), month.archive(), summary, Instant.now());
        run.countExported(summary.sagas());
        return summary;
    }

    private boolean record(MonthSagas.Seen seen, @Nullable ArchiveSummary summary) {
        return run.write("noting that " + month.name() + " is exported", (connection, holds) -> {
            RetiredMonths.insert(connection, month, run.policy().disposal(), seen, sagas, summary);
            return true;
        });
    }

    private boolean pass(@Nullable ArchiveWriter writer, Function<List<Located>, List<Papers>> choice)
            throws IOException {
        Place place = Place.START;
        while (!run.isStopping()) {
            Place after = place;
            List<Located> page = run.write(
                    "reading sagas of " + month.name(),
                    (connection, holds) -> MonthSagas.page(
                            connection, month.table(), after, run.policy().batch()));
            if (page.isEmpty()) {
                return true;
            }
            place = Place.after(page.get(page.size() - 1));
            List<Papers> leaving = choice.apply(page);
            for (Papers each : leaving) {
                if (writer != null) {
                    writer.add(each.archived());
                }
            }
            sagas += leaving.size();
        }
        return false;
    }

    private List<Papers> all(List<Located> page) {
        return run.read(
                "reading histories of " + month.name(), connection -> SagaPapers.read(connection, month.table(), page));
    }

    /** The rest of the page is moved on. */
    private List<Papers> leaving(List<Located> page) {
        List<Located> staying = new ArrayList<>();
        List<Papers> leaving = run.read("reading histories of " + month.name(), connection -> {
            staying.clear();
            Map<SagaId, ?> kept = MonthSagas.kept(connection, page, run.policy().keepHistory());
            List<Located> others =
                    page.stream().filter(each -> !kept.containsKey(each.id())).toList();
            List<Papers> papers = new ArrayList<>(SagaPapers.read(connection, month.table(), others));
            Set<SagaKey> waitedFor = unfinished(connection, papers);
            papers.removeIf(each -> each.parent() != null && waitedFor.contains(each.parent()));
            Set<SagaId> gone = papers.stream().map(each -> each.place().id()).collect(Collectors.toSet());
            page.stream().filter(each -> !gone.contains(each.id())).forEach(staying::add);
            return papers;
        });
        run.moveOn(staying);
        return leaving;
    }

    /** Those of the parents that have not ended: they may ask what became of their child. */
    private static Set<SagaKey> unfinished(Connection connection, List<Papers> papers) throws SQLException {
        List<SagaId> parents = papers.stream()
                .map(Papers::parent)
                .filter(Objects::nonNull)
                .map(SagaKey::id)
                .toList();
        return SagaReads.byId(connection, parents).stream()
                .map(SagaReads.Located::saga)
                .filter(row -> !row.status().isFinal())
                .map(SagaRow::key)
                .collect(Collectors.toSet());
    }
}
