package io.querent.benchmarks;

import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.load.ClosedLoop;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Usage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Puts every contender under every load, one after the other, round after round; every second round runs backwards. */
final class Rounds {
    private final List<Contender> contenders;
    private final List<Integer> inFlight;
    private final Duration duration;
    private final Meter meter;
    private final Orders orders;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    Rounds(List<Contender> contenders, List<Integer> inFlight, Duration duration, Meter meter, Orders orders) {
        this.contenders = contenders;
        this.inFlight = inFlight;
        this.duration = duration;
        this.meter = meter;
        this.orders = orders;
    }

    private record Slot(Contender contender, int inFlight) {}

    /** Runs every contender for {@code each} without looking at it. */
    void warmUp(Duration each) throws InterruptedException {
        int most = inFlight.stream().mapToInt(Integer::intValue).max().orElse(1);
        for (Contender contender : contenders) {
            ClosedLoop.run(contender, Math.min(most, contender.mostInFlight()), each, orders);
        }
    }

    /** @param told each measurement as it is made */
    void run(int rounds, Consumer<Measurement> told) throws SQLException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            List<Slot> slots = slots();
            if (round % 2 == 0) {
                Collections.reverse(slots);
            }
            meter.checkpoint();
            for (Slot slot : slots) {
                told.accept(measure(slot, round));
            }
        }
    }

    private List<Slot> slots() {
        List<Slot> slots = new ArrayList<>();
        for (int load : inFlight) {
            for (Contender contender : contenders) {
                if (load <= contender.mostInFlight()) {
                    slots.add(new Slot(contender, load));
                }
            }
        }
        return slots;
    }

    private Measurement measure(Slot slot, int round) throws SQLException, InterruptedException {
        Contender contender = slot.contender();
        Contender.Appends appendsBefore = contender.appends();
        threads.resetPeakThreadCount();
        Meter.Reading before = meter.read(contender.schema());
        LoadResult load = ClosedLoop.run(contender, slot.inFlight(), duration, orders);
        Usage usage = meter.since(before);
        Contender.Appends appends = contender.appends().since(appendsBefore);
        return new Measurement(
                contender.name(), slot.inFlight(), round, load, appends, usage, threads.getPeakThreadCount());
    }
}
