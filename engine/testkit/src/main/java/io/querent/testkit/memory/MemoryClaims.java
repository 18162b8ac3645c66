package io.querent.testkit.memory;

import io.querent.runtime.journal.Party;
import io.querent.runtime.journal.SagaJournal.Claim;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims: lost owners first, then what is due, soonest first; where more is due than can be taken, every other claim goes by turns of the
 * parties. Guarded by the lock of {@link Tables}; one for each node.
 */
final class MemoryClaims {
    private static final int MOST_PARTIES = 32;

    private static final Comparator<SagaEntry> SOONEST =
            Comparator.comparing(saga -> Objects.requireNonNullElse(saga.wakeAt, Instant.MAX));

    private boolean crowded;
    private boolean turnsWereLast;
    private @Nullable Party last;

    List<SagaEntry> claim(Collection<SagaEntry> sagas, Claim claim, Instant now) {
        if (claim.definitions().isEmpty() || claim.limit() < 1) {
            return List.of();
        }
        boolean inTurns = !claim.full().isEmpty() || (crowded && !turnsWereLast);
        Set<SagaEntry> chosen = new LinkedHashSet<>();
        due(sagas, claim, now).filter(saga -> saga.owner != null).forEach(saga -> add(saga, chosen, claim));
        List<SagaEntry> waiting =
                due(sagas, claim, now).filter(saga -> saga.owner == null).toList();
        if (inTurns) {
            inTurns(waiting, claim).forEach(saga -> add(saga, chosen, claim));
        }
        if (claim.full().isEmpty()) {
            waiting.forEach(saga -> add(saga, chosen, claim));
        }
        crowded = chosen.size() == claim.limit() || (crowded && !claim.full().isEmpty());
        turnsWereLast = inTurns;
        chosen.forEach(saga -> take(saga, claim, now));
        return List.copyOf(chosen);
    }

    private static Stream<SagaEntry> due(Collection<SagaEntry> sagas, Claim claim, Instant now) {
        return sagas.stream()
                .filter(saga -> saga.isDue(now))
                .filter(saga -> claim.definitions()
                        .contains(new DefinitionVersion(saga.key.definition(), saga.definitionVersion)))
                .sorted(SOONEST);
    }

    private static void add(SagaEntry saga, Set<SagaEntry> chosen, Claim claim) {
        if (chosen.size() < claim.limit()) {
            chosen.add(saga);
        }
    }

    private static void take(SagaEntry saga, Claim claim, Instant now) {
        saga.owner = claim.node();
        saga.token++;
        saga.wakeAt = now.plus(claim.lease());
    }

    /** A part of the room for each party, going on after the party that had its turn last. */
    private List<SagaEntry> inTurns(List<SagaEntry> waiting, Claim claim) {
        List<Party> parties = nextParties(waiting);
        parties.removeAll(claim.full());
        int each = Math.max(1, claim.limit() / Math.max(1, parties.size()));
        List<SagaEntry> chosen = new ArrayList<>();
        for (Party party : parties) {
            waiting.stream()
                    .filter(saga -> Party.of(saga.key).equals(party))
                    .limit(each)
                    .forEach(chosen::add);
        }
        return chosen;
    }

    private List<Party> nextParties(List<SagaEntry> waiting) {
        List<Party> all = waiting.stream()
                .map(saga -> Party.of(saga.key))
                .distinct()
                .sorted(BY_NAME)
                .toList();
        List<Party> parties = new ArrayList<>();
        all.stream()
                .filter(party -> last == null || BY_NAME.compare(party, last) > 0)
                .forEach(parties::add);
        all.stream().filter(party -> !parties.contains(party)).toList().forEach(parties::add);
        List<Party> next = new ArrayList<>(parties.subList(0, Math.min(MOST_PARTIES, parties.size())));
        last = next.isEmpty() ? last : next.get(next.size() - 1);
        return next;
    }

    private static final Comparator<Party> BY_NAME =
            Comparator.comparing(Party::tenant).thenComparing(Party::definition);
}
