package io.querent.runtime.journal;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds sagas by what people know of them. Thread-safe. */
public interface SagaSearch {
    /** Most sagas on a page. */
    int LONGEST_PAGE = 1_000;

    /**
     * Sagas that fit, newest first. Sagas that are started meanwhile change no later page.
     *
     * @throws io.querent.saga.QuerentException when the page's place is none that this method gave
     * @throws JournalUnavailableException when the database cannot be reached, or takes too long
     */
    Results find(Page page);

    /**
     * A saga that fits.
     *
     * @param attributes what its definition had it found by when it was started
     */
    record Found(SagaRow saga, Map<String, String> attributes) {
        public Found {
            attributes = Map.copyOf(attributes);
        }
    }

    /**
     * A page of sagas.
     *
     * @param next where the next page begins, to be given back as it is; null when there is none
     */
    record Results(List<Found> sagas, @Nullable String next) {
        public Results {
            sagas = List.copyOf(sagas);
        }
    }

    /**
     * Which sagas to show.
     *
     * @param after where the page before ended; null for the first page
     * @param limit at most so many, up to {@value #LONGEST_PAGE}
     */
    record Page(Filter filter, @Nullable String after, int limit) {
        public Page {
            if (limit < 1 || limit > LONGEST_PAGE) {
                throw new IllegalArgumentException(
                        "a page has 1 to " + LONGEST_PAGE + " sagas, not " + limit + "; ask for the next page");
            }
        }

        /** The first page. */
        public static Page first(Filter filter, int limit) {
            return new Page(filter, null, limit);
        }

        /** The page after {@code results}; empty when that was the last. */
        public Optional<Page> after(Results results) {
            return Optional.ofNullable(results.next()).map(place -> new Page(filter, place, limit));
        }
    }

    /**
     * What has to be true of a saga; null where anything will do.
     *
     * @param tenant its tenant
     * @param definition name of its definition
     * @param businessKeyPrefix what its business key begins with
     * @param status where it stands
     * @param attribute an attribute that it has
     * @param startedFrom it was started then or later
     * @param startedBefore it was started earlier
     * @param operation one of its operations
     * @param businessKey its business key
     * @param trouble what is true of one of its operations that left the happy path
     */
    record Filter(
            @Nullable String tenant,
            @Nullable String definition,
            @Nullable String businessKeyPrefix,
            @Nullable SagaStatus status,
            @Nullable Attribute attribute,
            @Nullable Instant startedFrom,
            @Nullable Instant startedBefore,
            @Nullable OperationKey operation,
            @Nullable String businessKey,
            @Nullable Trouble trouble) {
        /** Texts are compared as they are stored. */
        public Filter {
            tenant = fit(tenant);
            definition = fit(definition);
            businessKeyPrefix = fit(businessKeyPrefix);
            businessKey = fit(businessKey);
        }

        /** A filter that asks for no trouble, and for no business key of which more than the beginning is known. */
        public Filter(
                @Nullable String tenant,
                @Nullable String definition,
                @Nullable String businessKeyPrefix,
                @Nullable SagaStatus status,
                @Nullable Attribute attribute,
                @Nullable Instant startedFrom,
                @Nullable Instant startedBefore,
                @Nullable OperationKey operation) {
            this(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    null,
                    null);
        }

        /** All sagas. */
        public static Filter all() {
            return new Filter(null, null, null, null, null, null, null, null);
        }

        /** These, but of one tenant. */
        public Filter ofTenant(String name) {
            return new Filter(
                    name,
                    definition,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    businessKey,
                    trouble);
        }

        /** These, but of one definition. */
        public Filter ofDefinition(String name) {
            return new Filter(
                    tenant,
                    name,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    businessKey,
                    trouble);
        }

        /** These, but with business keys that begin so. */
        public Filter withKeysFrom(String prefix) {
            return new Filter(
                    tenant,
                    definition,
                    prefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    businessKey,
                    trouble);
        }

        /** These, but with that business key. */
        public Filter withKey(String key) {
            return new Filter(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    key,
                    trouble);
        }

        /** These, but where they stand. */
        public Filter in(SagaStatus where) {
            return new Filter(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    where,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    businessKey,
                    trouble);
        }

        /** These, but with that attribute. */
        public Filter with(String name, String value) {
            return new Filter(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    status,
                    new Attribute(name, value),
                    startedFrom,
                    startedBefore,
                    operation,
                    businessKey,
                    trouble);
        }

        /** These, but started from the first time on and before the second. */
        public Filter startedBetween(@Nullable Instant from, @Nullable Instant before) {
            return new Filter(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    status,
                    attribute,
                    from,
                    before,
                    operation,
                    businessKey,
                    trouble);
        }

        /** The one saga that an operation is of. */
        public Filter ofOperation(OperationKey key) {
            return new Filter(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    key,
                    businessKey,
                    trouble);
        }

        /** These, but with an operation that left the happy path so. */
        public Filter inTrouble(Trouble what) {
            return new Filter(
                    tenant,
                    definition,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    operation,
                    businessKey,
                    what);
        }

        private static @Nullable String fit(@Nullable String text) {
            return text == null ? null : SearchText.fit(text);
        }
    }

    /**
     * What has to be true of one operation that left the happy path: that was tried again, refused, unknown, asked about, given up, put
     * before a person, or undone. Operations that ran through are not found so. Null where anything will do.
     *
     * @param step name of the operation within its saga: of a step, or of its compensation
     * @param status where it stands
     * @param errorCode what the latest that was told of its trouble begins with, up to the first colon that a space follows, 100 characters
     *     at most: a code, the name of an exception, a reason for a review
     * @param longerThan it is not final, and has stood where it stands for longer, by the database's clock
     */
    record Trouble(
            @Nullable String step,
            @Nullable OperationStatus status,
            @Nullable String errorCode,
            @Nullable Duration longerThan) {
        private static final int LONGEST_CODE = 100;

        /**
         * Texts are compared as they are stored.
         *
         * @throws IllegalArgumentException when nothing has to be true
         */
        public Trouble {
            if (step == null && status == null && errorCode == null && longerThan == null) {
                throw new IllegalArgumentException("say what is wrong with the operation, or search without");
            }
            step = step == null ? null : SearchText.fit(step);
            errorCode = errorCode == null ? null : codeOf(errorCode);
        }

        /** The code that a text about trouble begins with. */
        public static String codeOf(String lastError) {
            int colon = lastError.indexOf(": ");
            String code = SearchText.fit(colon < 0 ? lastError : lastError.substring(0, colon));
            int end = code.offsetByCodePoints(0, Math.min(LONGEST_CODE, code.codePointCount(0, code.length())));
            return code.substring(0, end);
        }

        /** An operation of that name. */
        public static Trouble of(String step) {
            return new Trouble(step, null, null, null);
        }

        /** An operation that stands there. */
        public static Trouble in(OperationStatus status) {
            return new Trouble(null, status, null, null);
        }

        /** An operation of whose trouble that was told last. */
        public static Trouble with(String errorCode) {
            return new Trouble(null, null, errorCode, null);
        }

        /** An operation that has not moved for so long. */
        public static Trouble longerThan(Duration age) {
            return new Trouble(null, null, null, age);
        }
    }

    /** An attribute and its value, as they are stored. */
    record Attribute(String name, String value) {
        public Attribute {
            name = SearchText.fit(name);
            value = SearchText.fit(value);
        }
    }
}
