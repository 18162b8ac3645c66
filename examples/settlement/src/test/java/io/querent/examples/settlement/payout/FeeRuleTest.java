package io.querent.examples.settlement.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FeeRuleTest {
    private static Share share(String beneficiary, long gross) {
        return new Share(beneficiary, "AB", "12345678", gross);
    }

    @Test
    void unitsThatAreLeftOverAreBorneByThoseWhoLostMost() {
        // 1 % of 3 × 150 is 4.5, rounded to 5; each bears 1, and two of the three another one.
        PayoutPlan plan =
                new FeeRule("t", 100).divide("EUR", List.of(share("C", 150), share("A", 150), share("B", 150)));

        assertThat(plan.feesMinor()).isEqualTo(5);
        assertThat(plan.payouts()).extracting(Payout::beneficiary).containsExactly("A", "B", "C");
        assertThat(plan.payouts()).extracting(Payout::feeMinor).containsExactly(2L, 2L, 1L);
    }

    @Test
    void aShareThatItsFeeEatsUpIsPaidNothing() {
        PayoutPlan plan = new FeeRule("t", 10_000).divide("JPY", List.of(share("A", 1), share("B", 700)));

        assertThat(plan.payouts()).isEmpty();
        assertThat(plan.feesMinor()).isEqualTo(701);
    }

    @Test
    void aWindowWithoutSalesComesToNothing() {
        assertThat(new FeeRule("t", 190).divide("EUR", List.of())).isEqualTo(new PayoutPlan("EUR", 0, 0, List.of()));
    }

    @Test
    void payoutsAndFeesAreExactlyTheTotalWhateverTheOrder() {
        SplittableRandom draws = new SplittableRandom(20_261_130);
        for (int run = 0; run < 3_000; run++) {
            FeeRule rule = new FeeRule("t", draws.nextInt(10_001));
            List<Share> shares = shares(draws);

            PayoutPlan plan = rule.divide("EUR", shares);
            List<Share> shuffled = new ArrayList<>(shares);
            Collections.shuffle(shuffled, new Random(run));

            long total = shares.stream().mapToLong(Share::grossMinor).sum();
            assertThat(plan.totalMinor()).isEqualTo(total);
            assertThat(plan.payouts().stream().mapToLong(Payout::netMinor).sum() + plan.feesMinor())
                    .isEqualTo(total);
            assertThat(plan.payouts()).allMatch(payout -> payout.netMinor() > 0 && payout.feeMinor() >= 0);
            assertThat(rule.divide("EUR", shuffled)).isEqualTo(plan);
        }
    }

    /** A few of them so large that a product in 64 bits would overflow. */
    private static List<Share> shares(SplittableRandom draws) {
        long most = draws.nextInt(10) == 0 ? 1_000_000_000_000_000L : 1 + draws.nextLong(100_000);
        List<Share> shares = new ArrayList<>();
        int count = draws.nextInt(40);
        for (int i = 0; i < count; i++) {
            shares.add(share("B" + i, 1 + draws.nextLong(most)));
        }
        return shares;
    }

    @Test
    void aPlanThatDoesNotAddUpCannotBeMade() {
        assertThatThrownBy(() -> new PayoutPlan("EUR", 100, 2, List.of(new Payout("A", "AB", "1", 97, 2))))
                .hasMessageContaining("payouts=97, fees=2, expected sum=100");
    }

    @Test
    void sharesOfOneBeneficiaryAreNotMixedUp() {
        assertThatThrownBy(() -> new FeeRule("t", 1).divide("EUR", List.of(share("A", 1), share("A", 2))))
                .hasMessageContaining("found two of A");
    }
}
