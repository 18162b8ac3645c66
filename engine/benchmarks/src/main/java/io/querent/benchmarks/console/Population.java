package io.querent.benchmarks.console;

import io.querent.saga.BusinessKey;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Who lives in the database: a saga for each number, always the same one. They were started over the last year, in the order of their
 * numbers; most have ended, and what has not is among the newest fifth.
 *
 * @param sagas how many, from 1
 */
record Population(int sagas) {
    static final List<Tenant> TENANTS = List.of(Tenant.DEFAULT, new Tenant("north"), new Tenant("south"));
    static final int MERCHANTS = 1_000;

    private static final double SECONDS_A_YEAR = 365 * 86_400.0;
    private static final double OLD = 0.8;

    /** A saga that has not ended comes once in so many of the newest. */
    private static final int A_THOUSAND = 1_000;

    private static final int UNDER_WAY = 60;

    SagaKey key(int number) {
        SplittableRandom draw = draw(number);
        String definition = ConsoleSaga.NAMES.get(draw.nextInt(ConsoleSaga.NAMES.size()));
        // Most of what there is belongs to one tenant, as it does.
        Tenant tenant = TENANTS.get(Math.max(0, draw.nextInt(10) - 7));
        return new SagaKey(tenant, definition, new BusinessKey("order-%07d".formatted(number)));
    }

    Fate fate(int number) {
        SplittableRandom draw = draw(-number);
        int lot = draw.nextInt(A_THOUSAND);
        if (number > OLD * sagas && lot < UNDER_WAY) {
            return underWay(lot);
        }
        int ended = draw.nextInt(A_THOUSAND);
        return ended < 10 ? Fate.COMPENSATED : ended < 20 ? Fate.FAILED : ended < 40 ? Fate.RETRIED : Fate.COMPLETED;
    }

    /** Seconds since it was started. */
    double age(int number) {
        return SECONDS_A_YEAR * (1 - (double) number / sagas) + 600;
    }

    String merchant(int number) {
        return "m-" + number % MERCHANTS;
    }

    private static Fate underWay(int lot) {
        if (lot < 10) {
            return Fate.RUNNING;
        } else if (lot < 35) {
            return Fate.WAITING;
        } else if (lot < 45) {
            return Fate.UNKNOWN;
        }
        return lot < 50 ? Fate.PENDING : lot < 55 ? Fate.IN_REVIEW : Fate.COMPENSATING;
    }

    private static SplittableRandom draw(int number) {
        return new SplittableRandom(number * 0x9E3779B97F4A7C15L);
    }
}
