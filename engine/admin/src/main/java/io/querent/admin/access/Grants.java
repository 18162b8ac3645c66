package io.querent.admin.access;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All grants of a person. What none of them allows is denied. */
public record Grants(Set<Grant> all) {
    public Grants {
        all = Set.copyOf(all);
    }

    /** Nothing is allowed. */
    public static Grants none() {
        return new Grants(Set.of());
    }

    /**
     * Grants as they are written.
     *
     * @throws io.querent.saga.QuerentException QRT-6060 when one is malformed
     */
    public static Grants parse(Collection<String> texts) {
        return new Grants(texts.stream().map(Grant::parse).collect(Collectors.toSet()));
    }

    /** Whether that is allowed for that definition. */
    public boolean allow(Permission permission, String definition) {
        return all.stream().anyMatch(grant -> grant.allows(permission, definition));
    }

    /** Whether that is allowed for every definition, and where no definition is concerned. */
    public boolean allowEverywhere(Permission permission) {
        return all.stream().anyMatch(grant -> grant.coversAll() && grant.role().has(permission));
    }

    /** Whether that is allowed for any definition at all. */
    public boolean allowSomewhere(Permission permission) {
        return all.stream().anyMatch(grant -> grant.role().has(permission));
    }

    /** The definitions for which that is allowed, by name; empty when it is allowed for all. */
    public Optional<Set<String>> only(Permission permission) {
        if (allowEverywhere(permission)) {
            return Optional.empty();
        }
        Set<String> names = new TreeSet<>();
        for (Grant grant : all) {
            if (grant.role().has(permission)) {
                names.add(grant.definition());
            }
        }
        return Optional.of(names);
    }
}
