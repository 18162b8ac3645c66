package io.querent.admin.security;

import io.querent.admin.access.Grants;
import io.querent.admin.access.Person;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a person of an identity provider's claims. A value that no grant is configured for gives none. */
public final class ClaimGrants {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimGrants.class);
    private static final int LONGEST_NAME = 200;

    private final String nameClaim;
    private final String claim;
    private final Map<String, List<String>> grants;

    /**
     * @param grants grants by the claim's values; several are separated by commas
     * @throws io.querent.saga.QuerentException QRT-6060 when a grant is malformed
     */
    public ClaimGrants(String nameClaim, String claim, Map<String, String> grants) {
        this.nameClaim = nameClaim;
        this.claim = claim;
        Map<String, List<String>> split = new java.util.HashMap<>();
        grants.forEach((value, texts) -> split.put(
                value, List.of(texts.split(",")).stream().map(String::strip).toList()));
        split.values().forEach(Grants::parse);
        this.grants = Map.copyOf(split);
    }

    /** The person; empty when the claims give no name that could stand in the audit. */
    Optional<Person> person(Map<String, Object> claims) {
        List<String> held = new ArrayList<>();
        for (Object value : values(claims.get(claim))) {
            held.addAll(grants.getOrDefault(String.valueOf(value), List.of()));
        }
        Optional<String> name = name(claims);
        if (name.isEmpty()) {
            LOG.warn(
                    "the identity provider names nobody, so nobody is signed in; expected=claim {} or sub with 1 to {}"
                            + " printable characters; see querent.admin.oidc.name-claim",
                    nameClaim,
                    LONGEST_NAME);
        }
        return name.map(known -> new Person(known, Grants.parse(held)));
    }

    private Optional<String> name(Map<String, Object> claims) {
        Object name = claims.containsKey(nameClaim) ? claims.get(nameClaim) : claims.get("sub");
        String text = Objects.toString(name, "").strip();
        return text.isEmpty()
                        || text.length() > LONGEST_NAME
                        || text.codePoints().anyMatch(ClaimGrants::isUnfit)
                ? Optional.empty()
                : Optional.of(text);
    }

    /** What is stored nowhere, or would show a name as another's. */
    private static boolean isUnfit(int point) {
        return Character.isISOControl(point)
                || Character.getType(point) == Character.FORMAT
                || Character.getType(point) == Character.SURROGATE;
    }

    private static Collection<?> values(@org.jspecify.annotations.Nullable Object value) {
        return value == null ? List.of() : value instanceof Collection<?> many ? many : List.of(value);
    }
}
