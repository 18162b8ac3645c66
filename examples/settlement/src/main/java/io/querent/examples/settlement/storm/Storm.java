package io.querent.examples.settlement.storm;

import io.querent.examples.settlement.site.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs the service as a child and kills it, the bank, the ledger and the broker at random, each at moments that the seed draws, until all
 * settlements are over. What is killed is started again. One at a time: the next is killed when all are back.
 */
public final class Storm {
    private static final String SERVICE = "service";
    private static final Duration SHORTEST_CALM = Duration.ofSeconds(2);
    private static final int CALM_SPREAD_MILLIS = 6_000;

    /** A service that never lives longer than its own start settles nothing. */
    private static final Duration SERVICE_WORKS_AT_LEAST = Duration.ofSeconds(6);

    private final Site site;
    private final SplittableRandom draws;
    private final Consumer<String> notices;
    private final SortedMap<String, Integer> kills = new TreeMap<>();
    private volatile boolean over;

    /** What the service says. */
    public record Words(String atWork, String over) {}

    /** @param notices told of every kill */
    public Storm(Site site, long seed, Consumer<String> notices) {
        this.site = site;
        this.draws = new SplittableRandom(seed);
        this.notices = notices;
    }

    /**
     * Runs it to the end.
     *
     * @param subCommand of the program, and {@code arguments} for it: the service
     * @param lines told every line that the service says
     * @param words by which the service says that it has begun to settle, and that only books are read from then on
     * @return the exit code of the service's last life
     * @throws IOException when it could not be started
     */
    public int run(Class<?> startClass, String subCommand, List<String> arguments, Consumer<String> lines, Words words)
            throws IOException, InterruptedException {
        try (ServiceChild service = ServiceChild.of(startClass, subCommand, arguments)) {
            service.start(line -> {
                if (line.contains(words.atWork())) {
                    service.works();
                }
                over |= line.endsWith(words.over());
                lines.accept(line);
            });
            while (true) {
                try {
                    long pause = SHORTEST_CALM.toMillis() + draws.nextInt(CALM_SPREAD_MILLIS);
                    int code = service.exit().get(pause, TimeUnit.MILLISECONDS);
                    notices.accept("Killed: " + kills + "; the service lived " + service.lives() + " times");
                    return code;
                } catch (TimeoutException stillRunning) {
                    strike(service);
                } catch (ExecutionException refused) {
                    throw new IOException(refused.getCause());
                }
            }
        }
    }

    private void strike(ServiceChild service) {
        if (over || !site.isReady()) {
            return;
        }
        List<String> victims = new ArrayList<>(site.names());
        victims.add(SERVICE);
        String victim = victims.get(draws.nextInt(victims.size()));
        if (victim.equals(SERVICE) && !service.hasWorkedFor(SERVICE_WORKS_AT_LEAST)) {
            return;
        }
        kills.merge(victim, 1, Integer::sum);
        notices.accept("kill -9 " + victim);
        if (victim.equals(SERVICE)) {
            service.kill();
        } else {
            site.kill(victim);
        }
    }
}
