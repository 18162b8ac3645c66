package io.querent.benchmarks.console;

import io.querent.benchmarks.console.Route.Kind;
import io.querent.decision.SagaStatus;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Every room of the console, every filter of the search, and the same of the API. */
final class Routes {
    private static final String SAGAS = "/console/sagas";
    private static final String API = "/api/v1";
    private static final int LATER = 3;
    private static final Pattern NEXT = Pattern.compile("href=\"([^\"]*[?&](?:amp;)?after=[^\"]*)\"");
    private static final Pattern NEXT_IN_API = Pattern.compile("\"next\" ?: ?\"?([^\",}]+)");

    private final Population population;
    private final Visitor visitor;
    private final List<Route> routes = new ArrayList<>();

    private Routes(Population population, Visitor visitor) {
        this.population = population;
        this.visitor = visitor;
    }

    /** All of them; looks for later pages by going there. */
    static List<Route> of(Population population, Visitor visitor) throws IOException, InterruptedException {
        Routes made = new Routes(population, visitor);
        made.rooms();
        made.searches();
        made.sagas();
        made.api();
        made.laterPages();
        return List.copyOf(made.routes);
    }

    private void rooms() {
        page("overview", "/console");
        fragment("overview, figures", random -> "/console/overview/figures");
        page("reviews", "/console/reviews");
        page("reviews of a definition", "/console/reviews?definition=" + definition());
        page("approvals", "/console/approvals");
        page("bulk jobs", "/console/bulk");
        page("bulk job", "/console/bulk/" + ConsoleNode.JOB);
        fragment("bulk job, progress", random -> "/console/bulk/" + ConsoleNode.JOB + "/progress");
        page("definitions", "/console/definitions");
        page("definition", "/console/definitions/" + definition() + "/1");
        page("audit", "/console/audit");
        page("audit by operator", "/console/audit?operator=operator-7");
        page("audit by action", "/console/audit?action=compensate");
        page("audit by outcome", "/console/audit?outcome=REFUSED");
        page("audit of a saga", "/console/audit?saga=" + Visitor.encoded(ConsoleDatabase.OFTEN_TRIED.toString()));
        routes.add(new Route(
                "operation by key",
                Kind.REDIRECTION,
                random -> "/console/operations?key=" + Visitor.encoded(operation(number(random)))));
    }

    private void searches() {
        search("all", random -> "");
        search("definition", random -> "definition=" + definition(random));
        search("tenant", random -> "tenant=" + tenant(random));
        search("key", random -> "exact=on&key=" + business(random));
        search("beginning of a key, 10 of it", random -> "key=" + start(random, 1));
        search("beginning of a key, 10,000 of it", random -> "key=" + start(random, 4));
        search("beginning of all keys", random -> "key=order-");
        for (SagaStatus status : SagaStatus.values()) {
            search("status " + status, random -> "status=" + status);
        }
        search("definition and status", random -> "status=IN_REVIEW&definition=" + definition(random));
        search("step", random -> "step=" + ConsoleSaga.TRANSFER);
        search("status of an operation", random -> "step-status=UNKNOWN");
        search("error code", random -> "error=bank-busy");
        search("stuck for long", random -> "stuck=1+h");
        search(
                "step, status, error, stuck",
                random -> "step=" + ConsoleSaga.TRANSFER + "&step-status=BACKING_OFF&error=bank-busy&stuck=1+h");
        search("attribute", random -> "attribute=merchant&value=" + population.merchant(number(random)));
        search(
                "attribute and status",
                random -> "status=COMPENSATED&attribute=merchant&value=" + population.merchant(number(random)));
        search("started in a day", Routes::aDay);
        search("started in a day, COMPLETED", random -> "status=COMPLETED&" + aDay(random));
        search("started in a day, definition", random -> aDay(random) + "&definition=" + definition(random));
        search("operation key", random -> "operation=" + Visitor.encoded(operation(number(random))));
    }

    private void sagas() {
        routes.add(new Route("saga", Kind.PAGE, random -> SAGAS + "/" + id(random)));
        fragment("saga, news", random -> SAGAS + "/" + id(random) + "/state");
        fragment("saga, an operation", random -> SAGAS + "/" + id(random) + "/operations/" + ConsoleSaga.RESERVE);
        routes.add(new Route("saga, events", Kind.PAGE, random -> SAGAS + "/" + id(random) + "/events"));
        String often = SAGAS + "/" + ConsoleDatabase.oftenTried();
        page("saga often tried", often);
        fragment("saga often tried, news", random -> often + "/state");
        fragment("saga often tried, the operation", random -> often + "/operations/" + ConsoleSaga.TRANSFER);
        fragment(
                "saga often tried, the operation, earlier",
                random -> often + "/operations/" + ConsoleSaga.TRANSFER + "?before=50");
        page("saga often tried, events", often + "/events");
        page("saga often tried, later events", often + "/events?after=1000");
    }

    private void api() {
        routes.add(Route.api("API overview", API + "/overview"));
        routes.add(Route.api("API nodes", API + "/nodes"));
        routes.add(Route.api("API definitions", API + "/definitions"));
        routes.add(Route.api("API reviews", API + "/reviews"));
        routes.add(Route.api("API audit", API + "/audit"));
        routes.add(Route.api("API bulk jobs", API + "/bulk-jobs"));
        routes.add(Route.api("API items of a job", API + "/bulk-jobs/" + ConsoleNode.JOB + "/items"));
        apiSearch("all", random -> "");
        apiSearch("definition", random -> "definition=" + definition(random));
        apiSearch("beginning of a key", random -> "businessKeyPrefix=" + start(random, 1));
        apiSearch("status COMPLETED", random -> "status=COMPLETED");
        apiSearch("status IN_REVIEW", random -> "status=IN_REVIEW");
        apiSearch("attribute", random -> "attribute=merchant%3D" + population.merchant(number(random)));
        apiSearch("operation key", random -> "operation=" + Visitor.encoded(operation(number(random))));
        apiSearch(
                "started in a day",
                random -> aDay(random).replace("from=", "startedFrom=").replace("before=", "startedBefore="));
        for (String part : List.of("", "/history", "/operations", "/events")) {
            String what = part.isEmpty() ? "" : ", " + part.substring(1);
            routes.add(new Route("API saga" + what, Kind.API, random -> API + "/sagas/" + id(random) + part));
            routes.add(Route.api("API saga often tried" + what, API + "/sagas/" + ConsoleDatabase.oftenTried() + part));
        }
        routes.add(new Route(
                "API operation by key",
                Kind.API,
                random -> API + "/operations/" + Visitor.encoded(operation(number(random)))));
    }

    /** What "next" leads to, three times, from those first pages that have so many. */
    private void laterPages() throws IOException, InterruptedException {
        for (Route first : List.copyOf(routes)) {
            if (first.name().startsWith("sagas by ") || first.name().equals("reviews")) {
                String place = later(
                        first, NEXT, (path, next) -> next.replace("&amp;", "&").replace("&#34;", "\""));
                if (place != null) {
                    page(first.name() + ", page " + (LATER + 1), place);
                }
            } else if (first.name().startsWith("API sagas by ")) {
                String place = later(
                        first,
                        NEXT_IN_API,
                        (path, next) -> path.replaceAll("[?&]after=.*", "") + (path.contains("?") ? "&" : "?")
                                + "after=" + Visitor.encoded(next));
                if (place != null) {
                    routes.add(Route.api(first.name() + ", page " + (LATER + 1), place));
                }
            }
        }
    }

    private interface Following {
        String path(String from, String next);
    }

    private @Nullable String later(Route first, Pattern pattern, Following following)
            throws IOException, InterruptedException {
        String path = first.path().apply(new Random(1));
        for (int i = 0; i < LATER; i++) {
            Matcher next = pattern.matcher(visitor.get(path).body());
            if (!next.find() || next.group(1).equals("null")) {
                return null;
            }
            path = following.path(path, next.group(1));
        }
        return path;
    }

    private void page(String name, String path) {
        routes.add(Route.page(name, path));
    }

    private void fragment(String name, Function<Random, String> path) {
        routes.add(new Route(name, Kind.FRAGMENT, path));
    }

    private void search(String by, Function<Random, String> query) {
        routes.add(new Route("sagas by " + by, Kind.PAGE, random -> SAGAS + "?" + query.apply(random)));
    }

    private void apiSearch(String by, Function<Random, String> query) {
        routes.add(new Route("API sagas by " + by, Kind.API, random -> API + "/sagas?" + query.apply(random)));
    }

    private int number(Random random) {
        return 1 + random.nextInt(population.sagas());
    }

    private String id(Random random) {
        return population.key(number(random)).id().toString();
    }

    private String business(Random random) {
        return population.key(number(random)).businessKey().value();
    }

    private String start(Random random, int shorter) {
        String key = business(random);
        return key.substring(0, key.length() - shorter);
    }

    private String operation(int number) {
        SagaKey key = population.key(number);
        return key.operation(ConsoleSaga.RESERVE).toString();
    }

    private static String definition() {
        return ConsoleSaga.NAMES.get(0);
    }

    private static String definition(Random random) {
        return ConsoleSaga.NAMES.get(random.nextInt(ConsoleSaga.NAMES.size()));
    }

    private static String tenant(Random random) {
        return Population.TENANTS
                .get(random.nextInt(Population.TENANTS.size()))
                .value()
                .toLowerCase(Locale.ROOT);
    }

    private static String aDay(Random random) {
        Instant from = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(1 + random.nextInt(300), ChronoUnit.DAYS);
        return "from=" + from + "&before=" + from.plus(1, ChronoUnit.DAYS);
    }
}
