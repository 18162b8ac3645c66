package io.querent.decision.walk;

import io.querent.decision.world.Conduct;
import io.querent.decision.world.Reading;
import io.querent.decision.world.Treatment;
import io.querent.decision.world.Truth;
import io.querent.decision.world.Verdict;
import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A downstream that does anything its profile allows: nothing arrives, or shows, later than the profile says. */
final class RandomConduct {
    private static final List<Reading> OUTAGES = List.of(Reading.qerr(503), Reading.qtimeout(), Reading.notAsked());

    private final Random random;
    private final OperationDefinition<?, ?, ?> operation;
    private final Truth truth;
    private final int trouble;
    private final int outage;
    private final boolean liar;

    /** @param liar whether it does what its profile rules out */
    RandomConduct(Random random, OperationDefinition<?, ?, ?> operation, boolean liar) {
        this.random = random;
        this.operation = operation;
        this.liar = liar;
        this.trouble = random.nextBoolean() ? random.nextInt(15) : random.nextInt(80);
        this.outage = random.nextInt(20) == 0 ? 95 : random.nextInt(40);
        Truth declared = Truth.asDeclared(operation);
        Truth kept = liar && random.nextBoolean() ? declared.ignoresKeys() : declared;
        this.truth = kept.visibilityLag(upTo(window()));
    }

    Truth truth() {
        return truth;
    }

    Conduct conduct() {
        return new Conduct(number -> treatment(), number -> reading());
    }

    private Treatment treatment() {
        if (chance(trouble / 4)) {
            return chance(50)
                    ? Treatment.notSent("circuit-open")
                    : Treatment.notSent("busy", upTo(Duration.ofMinutes(20)));
        }
        Verdict verdict = chance(trouble) ? verdict() : new Verdict.Applied();
        Treatment.Reply reply = chance(trouble) ? reply() : new Treatment.Reply.Answers(upTo(Duration.ofSeconds(1)));
        return new Treatment(this::arrival, verdict, reply);
    }

    private Verdict verdict() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Verdict.Declined(RandomPlan.CODE);
            case 7 -> new Verdict.DeclinedWithEffect(RandomPlan.CODE);
            case 2 -> new Verdict.Failed(503);
            case 3 -> new Verdict.KeptFailure(500, false);
            case 4 -> new Verdict.KeptFailure(500, true);
            case 5 -> new Verdict.Accepted(upTo(Duration.ofMinutes(30)), random.nextBoolean());
            default -> new Verdict.Applied();
        };
    }

    private Treatment.Reply reply() {
        return switch (random.nextInt(5)) {
            case 0 -> new Treatment.Reply.Answers(upTo(limit().multipliedBy(2)));
            case 1, 2 -> new Treatment.Reply.Resets(upTo(limit()));
            default -> new Treatment.Reply.Silence();
        };
    }

    /** At once, never, or at any time until an effect would have to be visible. */
    private Optional<Instant> arrival(Instant sent, Instant deadline) {
        if (!chance(trouble)) {
            return Optional.of(sent);
        }
        if (random.nextInt(3) == 0) {
            return Optional.empty();
        }
        Duration slack = window().minus(truth.visibilityLag()).plus(liar ? Duration.ofMinutes(30) : Duration.ZERO);
        Instant latest = deadline.plus(slack);
        return Optional.of(random.nextInt(4) == 0 ? latest : sent.plus(upTo(Duration.between(sent, latest))));
    }

    private Reading reading() {
        if (chance(outage)) {
            return OUTAGES.get(random.nextInt(OUTAGES.size()));
        }
        return chance(1) ? Reading.mismatch("another amount") : Reading.truth();
    }

    private Duration window() {
        return operation.downstream().map(Downstream::visibilityWindow).orElse(Duration.ZERO);
    }

    private Duration limit() {
        return operation.policy().timeLimit();
    }

    private Duration upTo(Duration longest) {
        return random.nextInt(4) == 0 ? longest : Duration.ofMillis((long) (longest.toMillis() * random.nextDouble()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
