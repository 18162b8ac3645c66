package io.querent.runtime.retention;

import io.querent.runtime.archive.HistoryArchive;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Retires history whose time is over. One node at a time does, whoever asks; what one has begun another finishes. Thread-safe.
 *
 * <p>Methods throw {@link io.querent.runtime.journal.JournalUnavailableException} when the database cannot be reached.
 */
public interface Retention {
    /** What a run would do now. Changes nothing. */
    Plan plan(RetentionPolicy policy);

    /**
     * Does what there is to do, within the policy's bounds.
     *
     * @param archive where histories are written to; used when the policy archives
     * @param node who does it, for people
     * @param stopping asked between transactions; what is left is done by a later run
     * @throws io.querent.saga.QuerentException of the QRT-34 codes, when a month cannot be retired as things are; nothing of it is lost
     */
    Report run(RetentionPolicy policy, HistoryArchive archive, String node, BooleanSupplier stopping);

    /** How it stands, for those who watch. */
    Standing standing(RetentionPolicy policy);

    /** Why a saga's history stays although its month's time is over. */
    enum Reason {
        /** It has not ended, or is in review. */
        UNFINISHED,
        /** Something has happened to it within the time for which history is kept. */
        RECENT,
        /** A case of it waits for a person. */
        IN_REVIEW,
        /** A callback or decision for it waits. */
        LETTER_WAITS,
        /** It is under legal hold. */
        HELD,
        /** The saga that started it has not ended and may ask for it. */
        PARENT_UNFINISHED
    }

    /** How far a month has come. */
    enum Progress {
        /** Its time is over. */
        WAITING,
        /** Its archive file is written and checked. */
        EXPORTED,
        /** Its events have left the log; the table is still there. */
        DETACHED,
        /** Done. */
        RETIRED
    }

    /**
     * A month whose time is over and that is not retired.
     *
     * @param bytes of its table and indexes
     * @param events about how many rows of events it has, as the server estimates
     * @param kept sagas that keep their history, by reason; those of an unfinished parent are found only when it is retired
     */
    record Month(YearMonth month, Progress progress, long bytes, long events, Map<Reason, Long> kept) {
        public Month {
            kept = Map.copyOf(kept);
        }
    }

    /**
     * What a run would do.
     *
     * @param months oldest first
     * @param keys rows of ended sagas that would be removed, with their business keys; counted up to 100,000
     * @param pastWork ended jobs, settled requests and idempotency keys that would be removed; counted up to 100,000
     */
    record Plan(List<Month> months, long keys, long pastWork) {
        public Plan {
            months = List.copyOf(months);
        }
    }

    /**
     * What a run has done.
     *
     * @param isOurs false when another node was at it: nothing was done then
     * @param retired months that are retired by now
     * @param moved sagas whose history was moved on because something keeps it
     */
    record Report(boolean isOurs, List<YearMonth> retired, long exported, long moved, long keys, long pastWork) {
        public Report {
            retired = List.copyOf(retired);
        }
    }

    /**
     * How it stands.
     *
     * @param node who ran last; null before the first run
     * @param begunAt when the latest run began
     * @param doneAt when a run ended well last
     * @param error what the latest run failed with; null when it did not
     * @param waiting months whose time is over and that are not retired
     */
    record Standing(
            @Nullable String node,
            @Nullable Instant begunAt,
            @Nullable Instant doneAt,
            @Nullable String error,
            int waiting) {}
}
