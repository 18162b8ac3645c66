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
            return run.policy().disposal() == Disposal.ARCHIVE ? exported(seen) : pass(null) && record(seen, null);
        } catch (IOException failure) {
            throw new QuerentException(
                    "QRT-3403",
                    "a month cannot be archived; key=" + month.archive() + ", found=" + failure + " in "
                            + run.archive().place()
                            + "; make room there or correct the permissions; the month stays where"
                            + " it is, and the next run tries again",
                    failure);
        }
    }

    /** Moves on what has to stay by now, and writes nothing. Returns false when the run is to stop before it is done. */
    boolean moveKept() {
        try {
            return pass(null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private boolean exported(MonthSagas.Seen seen) throws IOException {
        ArchiveSummary summary;
        try (ArchiveWriter writer = new ArchiveWriter(run.archive().create(month.archive()), month.month())) {
            if (!pass(writer)) {
                return false;
            }
            summary = writer.end();
        }
        new ArchiveCheck(run, month).check(summary);
        run.archive().publish(month.archive());
        ArchiveManifest.write(run.archive(), month.archive(), summary, Instant.now());
        run.countExported(summary.sagas());
        return record(seen, summary);
    }

    private boolean record(MonthSagas.Seen seen, @Nullable ArchiveSummary summary) {
        return run.write("noting that " + month.name() + " is exported", (connection, holds) -> {
            RetiredMonths.insert(connection, month, run.policy().disposal(), seen, sagas, summary);
            return true;
        });
    }

    private boolean pass(@Nullable ArchiveWriter writer) throws IOException {
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
            List<Papers> leaving = leaving(page);
            for (Papers each : leaving) {
                if (writer != null) {
                    writer.add(each.archived());
                }
            }
            sagas += leaving.size();
        }
        return false;
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
