package io.querent.admin.api.saga;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Place;
import io.querent.admin.api.http.Refusal;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Found;
import io.querent.saga.QuerentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches within what somebody may see. Who may see some definitions alone is given the sagas of one after the other, by name: each search
 * is then of one definition and costs the same whatever else there is.
 */
public final class SagaFinding {
    private final SagaSearch search;

    /** Searches with {@code search}. */
    public SagaFinding(SagaSearch search) {
        this.search = search;
    }

    /** A page of what was found; {@code next} is null on the last one. */
    record Page(List<Found> sagas, @Nullable String next) {}

    /** @throws Refusal when {@code after} is no place that this method gave */
    Page find(Person person, Filter filter, @Nullable String after, int limit) {
        person.requireSomewhere(Permission.VIEW);
        Optional<Set<String>> only = person.grants().only(Permission.VIEW);
        List<Filter> parts;
        if (only.isEmpty()) {
            parts = List.of(filter);
        } else if (filter.definition() != null) {
            parts = only.get().contains(filter.definition()) ? List.of(filter) : List.of();
        } else {
            parts = only.get().stream().map(filter::ofDefinition).toList();
        }
        return find(parts, Place.read(after), limit);
    }

    private Page find(List<Filter> parts, Place from, int limit) {
        List<Found> found = new ArrayList<>();
        String within = from.within();
        for (int part = from.part(); part < parts.size(); part++) {
            SagaSearch.Results results = page(parts.get(part), within, limit - found.size());
            found.addAll(results.sagas());
            within = results.next();
            if (within != null) {
                return new Page(found, new Place(part, within).text());
            } else if (found.size() == limit) {
                return new Page(found, part + 1 < parts.size() ? new Place(part + 1, null).text() : null);
            }
        }
        return new Page(found, null);
    }

    private SagaSearch.Results page(Filter filter, @Nullable String within, int limit) {
        if (within == null) {
            return search.find(new SagaSearch.Page(filter, null, limit));
        }
        try {
            return search.find(new SagaSearch.Page(filter, within, limit));
        } catch (io.querent.runtime.journal.JournalUnavailableException away) {
            throw away;
        } catch (QuerentException | IllegalArgumentException noPlace) {
            throw Place.none();
        }
    }
}
