package io.querent.runtime.admin;

import java.util.List;

/** Searches that people keep, as the query part of a URL. Thread-safe. */
public interface SavedViews {
    /** Most views of a person. */
    int MOST = 100;

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
    record View(String operator, String name, String query, boolean shared) {}
}
