package io.querent.runtime.masking;

import java.util.List;

/**
 * Where a value stands in a payload.
 *
 * @param anywhere whether it is one name that may stand anywhere, and not names from the root
 * @param names the names; {@code *} for any
 */
record ShownPath(boolean anywhere, List<String> names) {
    private static final int LONGEST = 500;
    private static final String ANY = "*";

    ShownPath {
        names = List.copyOf(names);
    }

    /** @throws io.querent.saga.QuerentException QRT-6048 when it is malformed, or would show everything */
    static ShownPath of(String path) {
        List<String> names = List.of(path.split("\\.", -1));
        if (path.length() > LONGEST || path.equals(ANY) || names.stream().anyMatch(String::isBlank)) {
            throw MaskingRules.malformed(
                    "a path", "a member's name, or names joined by dots of which * stands for any one", path);
        }
        return new ShownPath(names.size() == 1, names);
    }

    /** Whether a value stands there. {@code place} has the names that lead to it, from the root. */
    boolean leadsTo(List<String> place) {
        if (place.isEmpty()) {
            return false;
        } else if (anywhere) {
            return place.get(place.size() - 1).equals(names.get(0));
        }
        if (place.size() != names.size()) {
            return false;
        }
        for (int i = 0; i < names.size(); i++) {
            if (!names.get(i).equals(ANY) && !names.get(i).equals(place.get(i))) {
                return false;
            }
        }
        return true;
    }
}
