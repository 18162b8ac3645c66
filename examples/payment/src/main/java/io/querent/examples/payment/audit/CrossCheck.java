package io.querent.examples.payment.audit;

import io.querent.decision.SagaState;
import io.querent.examples.payment.audit.Finding.Kind;
import io.querent.examples.payment.order.PaymentOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds everything that stands in the books against everything that the payments say. Every effect has to be claimed by the payment
 * that brought it about, and every claim has to be met once. Pure; keeps the effects in memory. Not thread-safe.
 */
public final class CrossCheck {
    private final Map<Place, List<Effect>> effects = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /** Where an effect stands. */
    private record Place(Book book, String key) {
        static Place of(Effect effect) {
            return new Place(effect.book(), effect.key());
        }
    }

    /** Takes note of an effect that was found in a book. All are to be shown before the first payment. */
    public void found(Effect effect) {
        effects.computeIfAbsent(Place.of(effect), place -> new ArrayList<>(1)).add(effect);
    }

    /** Takes note of something that is wrong by itself. */
    public void wrong(Finding finding) {
        findings.add(finding);
    }

    /** Compares what one payment says, and strikes off what it accounts for. */
    public void compare(SagaState saga, PaymentOrder order) {
        Claims claims = new Claims(saga, order);
        claims.contradiction().ifPresent(findings::add);
        claims.all().forEach(this::compare);
    }

    /** Compares one claim, and strikes off the effect that meets it. */
    public void compare(Claim claim) {
        Effect wanted = claim.effect();
        List<Effect> there = effects.remove(Place.of(wanted));
        if (there == null) {
            if (claim.demand() == Claim.Demand.REQUIRED) {
                findings.add(finding(Kind.MISSING, wanted, wanted.what(), "nothing"));
            }
        } else if (claim.demand() == Claim.Demand.FORBIDDEN) {
            findings.add(finding(Kind.UNWANTED, wanted, "nothing", words(there)));
        } else if (there.size() > 1) {
            findings.add(finding(Kind.DOUBLE, wanted, wanted.what() + " once", words(there)));
        } else if (!there.get(0).equals(wanted)) {
            findings.add(finding(Kind.DIFFERENT, wanted, wanted.what(), words(there)));
        }
    }

    /** All that is wrong. What no payment has claimed by now is an orphan. */
    public List<Finding> conclude() {
        List<Finding> all = new ArrayList<>(findings);
        effects.values().stream()
                .flatMap(List::stream)
                .map(effect -> finding(Kind.ORPHAN, effect, "no effect under this key", effect.what()))
                .forEach(all::add);
        return all;
    }

    private static Finding finding(Kind kind, Effect effect, String expected, String found) {
        return new Finding(kind, effect.book().toString(), effect.key(), expected, found);
    }

    private static String words(List<Effect> effects) {
        return String.join(" and ", effects.stream().map(Effect::what).toList());
    }
}
