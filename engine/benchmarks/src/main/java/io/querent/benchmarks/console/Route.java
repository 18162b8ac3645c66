package io.querent.benchmarks.console;

import java.util.Random;
import java.util.function.Function;

/**
 * Something that can be asked for.
 *
 * @param path of one request, drawn anew for each
 */
record Route(String name, Kind kind, Function<Random, String> path) {
    enum Kind {
        /** Whole, to which stylesheet and scripts belong. */
        PAGE,
        /** Put into a page that is open. */
        FRAGMENT,
        /** Leads to a page. */
        REDIRECTION,
        API
    }

    static Route page(String name, String path) {
        return new Route(name, Kind.PAGE, random -> path);
    }

    static Route api(String name, String path) {
        return new Route(name, Kind.API, random -> path);
    }

    int expectedStatus() {
        return kind == Kind.REDIRECTION ? 302 : 200;
    }
}
