package io.querent.postgres;

import io.querent.postgres.MonthSagas.Place;
import io.querent.postgres.RetiredMonths.Underway;
import io.querent.runtime.archive.ArchiveSummary;
import io.querent.runtime.archive.DamagedArchiveException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a month's file again before anything of the month is removed, whoever has written it and whenever: between the two a node and
 * its disk may have been lost, and then the month is all there is.
 */
final class MonthProof {
    private MonthProof() {}

    /**
     * What may go on. Null when the run is to stop before that is known.
     *
     * @throws DamagedArchiveException when the file is not what was written: of a month in the log the next run writes it anew; of one of
     *     which rows were removed nobody can, and it stays until the file is brought back
     */
    static @Nullable Underway of(RetentionRun run, Underway month) {
        if (month.archive() == null || month.sha256() == null) {
            return month;
        }
        try {
            ArchiveCheck.checkAgain(run, month.archive(), month.sha256());
            return month;
        } catch (IOException | DamagedArchiveException failure) {
            if (!month.detached()) {
                forget(run, month);
            } else if (month.cleanedTo().equals(Place.START)) {
                ArchiveSummary summary = new MonthExport(run, month.month()).writeAnew();
                return summary == null ? null : month.with(summary);
            }
            throw failure instanceof DamagedArchiveException damaged
                    ? damaged
                    : new DamagedArchiveException(month.archive(), String.valueOf(failure), failure);
        }
    }

    private static void forget(RetentionRun run, Underway month) {
        boolean unused = run.write("forgetting an export", (connection, holds) -> {
            RetiredMonths.forgetExport(connection, month.month());
            return true;
        });
    }
}
