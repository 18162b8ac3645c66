package io.querent.benchmarks.console;

import io.querent.benchmarks.console.ConsoleResults.Measured;
import io.querent.benchmarks.console.Visitor.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Goes round all routes, in another order each time, and notes what each answer took and weighed. Not thread-safe. */
final class Round {
    private static final Pattern FOREIGN = Pattern.compile("(?:src|href|action)=\"((?:[a-z]+:)?//[^\"]*)\"");
    private static final Pattern ASSET = Pattern.compile("(?:src|href)=\"(/console/assets/[^\"]*)\"");

    private final Visitor visitor;
    private final ServerTimes times;
    private final Map<Route, Notes> notes = new LinkedHashMap<>();
    private final Set<String> foreign = new TreeSet<>();
    private final Set<String> assets = new TreeSet<>();
    private final Random random;

    /** What was noted of a route. */
    private static final class Notes {
        private final List<Long> serverNanos = new ArrayList<>();
        private final List<Long> wallNanos = new ArrayList<>();
        private int bytes;
        private int sentBytes;
    }

    Round(Visitor visitor, ServerTimes times, List<Route> routes, Random random) {
        this.visitor = visitor;
        this.times = times;
        this.random = random;
        routes.forEach(route -> notes.put(route, new Notes()));
    }

    /** Asks for each route once without noting how long it takes, so that code is compiled and pages of tables are in memory. */
    void warmUp() throws IOException, InterruptedException {
        for (Route route : shuffled()) {
            asked(route);
            times.take();
        }
    }

    /** Asks for each route once. */
    void measure() throws IOException, InterruptedException {
        for (Route route : shuffled()) {
            Answer answer = asked(route);
            Notes noted = Objects.requireNonNull(notes.get(route));
            noted.serverNanos.add(times.take());
            noted.wallNanos.add(answer.wallNanos());
            noted.bytes = Math.max(noted.bytes, answer.bytes());
            noted.sentBytes = Math.max(noted.sentBytes, answer.sentBytes());
        }
    }

    List<Measured> measured() {
        return notes.entrySet().stream()
                .map(each -> Measured.of(
                        each.getKey(),
                        nanos(each.getValue().serverNanos),
                        nanos(each.getValue().wallNanos),
                        each.getValue().bytes,
                        each.getValue().sentBytes))
                .toList();
    }

    List<String> foreign() {
        return List.copyOf(foreign);
    }

    /** What pages load, each once. */
    List<Answer> assets() throws IOException, InterruptedException {
        List<Answer> loaded = new ArrayList<>();
        for (String asset : assets) {
            loaded.add(visitor.get(asset));
        }
        return loaded;
    }

    private Answer asked(Route route) throws IOException, InterruptedException {
        String path = route.path().apply(random);
        Answer answer = route.kind() == Route.Kind.FRAGMENT
                ? visitor.get(path, ServerTimes.HEADER, "1", "HX-Request", "true")
                : visitor.get(path, ServerTimes.HEADER, "1");
        if (answer.status() != route.expectedStatus()) {
            String begin =
                    answer.body().substring(0, Math.min(2_000, answer.body().length()));
            throw new IllegalStateException(route.name() + " is answered by " + answer.status() + ", expected="
                    + route.expectedStatus() + ", path=" + path + ": " + begin);
        }
        if (route.kind() == Route.Kind.PAGE) {
            all(FOREIGN, answer.body(), foreign);
            all(ASSET, answer.body(), assets);
        }
        return answer;
    }

    private static void all(Pattern pattern, String body, Set<String> into) {
        Matcher matcher = pattern.matcher(body);
        while (matcher.find()) {
            into.add(matcher.group(1));
        }
    }

    private List<Route> shuffled() {
        List<Route> order = new ArrayList<>(notes.keySet());
        Collections.shuffle(order, random);
        return order;
    }

    private static long[] nanos(List<Long> noted) {
        return noted.stream().mapToLong(Long::longValue).toArray();
    }
}
