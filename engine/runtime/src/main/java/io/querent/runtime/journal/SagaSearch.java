package io.querent.runtime.journal;

import io.querent.decision.SagaStatus;
import io.querent.saga.OperationKey;
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
     */
    record Filter(
            @Nullable String tenant,
            @Nullable String definition,
            @Nullable String businessKeyPrefix,
            @Nullable SagaStatus status,
            @Nullable Attribute attribute,
            @Nullable Instant startedFrom,
            @Nullable Instant startedBefore,
            @Nullable OperationKey operation) {
        /** Texts are compared as they are stored. */
        public Filter {
            tenant = fit(tenant);
            definition = fit(definition);
            businessKeyPrefix = fit(businessKeyPrefix);
        }

        /** All sagas. */
        public static Filter all() {
            return new Filter(null, null, null, null, null, null, null, null);
        }

        /** These, but of one tenant. */
        public Filter ofTenant(String name) {
            return new Filter(
                    name, definition, businessKeyPrefix, status, attribute, startedFrom, startedBefore, operation);
        }

        /** These, but of one definition. */
        public Filter ofDefinition(String name) {
            return new Filter(
                    tenant, name, businessKeyPrefix, status, attribute, startedFrom, startedBefore, operation);
        }

        /** These, but with business keys that begin so. */
        public Filter withKeysFrom(String prefix) {
            return new Filter(tenant, definition, prefix, status, attribute, startedFrom, startedBefore, operation);
        }

        /** These, but where they stand. */
        public Filter in(SagaStatus where) {
            return new Filter(
                    tenant, definition, businessKeyPrefix, where, attribute, startedFrom, startedBefore, operation);
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
                    operation);
        }

        /** These, but started from the first time on and before the second. */
        public Filter startedBetween(@Nullable Instant from, @Nullable Instant before) {
            return new Filter(tenant, definition, businessKeyPrefix, status, attribute, from, before, operation);
        }

        /** The one saga that an operation is of. */
        public Filter ofOperation(OperationKey key) {
            return new Filter(
                    tenant, definition, businessKeyPrefix, status, attribute, startedFrom, startedBefore, key);
        }

        private static @Nullable String fit(@Nullable String text) {
            return text == null ? null : SearchText.fit(text);
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
