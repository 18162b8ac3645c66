package io.querent.runtime.admin;

import io.querent.saga.QuerentException;
import java.util.List;

/** Searches that people keep, as the query part of a URL. Thread-safe. */
public interface SavedViews {
    /** Most views of a person. */
    int MOST = 100;

    /** Most shared views of all. */
    int MOST_SHARED = 500;

    /** Views of an operator and those that are shared, by name. */
    List<View> of(String operator);

    /**
     * Keeps a view; one of the operator's with the same name is replaced.
     *
     * @throws io.querent.saga.QuerentException when it is malformed, or there are too many
     */
    void keep(View view);

    /** Forgets a view of the operator's own. */
    boolean forget(String operator, String name);

    /**
     * A view.
     *
     * @param name 1 to 60 characters
     * @param query query part of the search's URL, up to 2,000 characters
     * @param shared whether everybody sees it
     */
    record View(String operator, String name, String query, boolean shared) {
        /** @throws QuerentException QRT-6024 when a part is missing, too long or not fit to be stored */
        public View {
            require(operator, "operator", 1, 200);
            require(name, "name", 1, 60);
            require(query, "query", 0, 2_000);
        }

        private static void require(String text, String what, int shortest, int longest) {
            boolean storable = text.codePoints()
                    .noneMatch(c -> c < ' ' || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
            if (text.strip().length() < shortest || text.length() > longest || !storable) {
                throw new QuerentException(
                        "QRT-6024",
                        "what came from a person cannot be used; key=view, part=" + what + ", expected=" + shortest
                                + " to " + longest + " characters without controls, found=" + text.length()
                                + "; correct it");
            }
        }
    }
}
