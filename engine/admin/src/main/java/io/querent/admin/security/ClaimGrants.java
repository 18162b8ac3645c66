package io.querent.admin.security;

import io.querent.admin.access.Grants;
import io.querent.admin.access.Person;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes a person of an identity provider's claims. A value that no grant is configured for gives none. */
public final class ClaimGrants {
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

    Person person(Map<String, Object> claims) {
        List<String> held = new ArrayList<>();
        for (Object value : values(claims.get(claim))) {
            held.addAll(grants.getOrDefault(String.valueOf(value), List.of()));
        }
        return new Person(name(claims), Grants.parse(held));
    }

    private String name(Map<String, Object> claims) {
        Object name = claims.containsKey(nameClaim) ? claims.get(nameClaim) : claims.get("sub");
        String text = Objects.toString(name, "").strip();
        if (text.isEmpty() || text.length() > LONGEST_NAME) {
            throw new IllegalStateException("the identity provider names nobody; expected=claim " + nameClaim
                    + " or sub with 1 to " + LONGEST_NAME + " characters, found=" + text.length());
        }
        return text;
    }

    private static Collection<?> values(@org.jspecify.annotations.Nullable Object value) {
        return value == null ? List.of() : value instanceof Collection<?> many ? many : List.of(value);
    }
}
