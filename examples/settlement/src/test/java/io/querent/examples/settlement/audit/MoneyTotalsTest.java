package io.querent.examples.settlement.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.Amount;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MoneyTotalsTest {
    private static final StatementLine PAID = new StatementLine("p1", Amount.of("12.50", "EUR"), true);

    @Test
    void whatIsPaidOfASettlementThatGoesOnIsNotHeldAgainstTheLedger() {
        MoneyTotals totals = new MoneyTotals(Map.of("p1", "M001"), Set.of("p1"));
        totals.add(PAID);

        assertThat(totals.differences()).isEmpty();
        assertThat(totals.byCurrency().get("EUR")).isEqualTo(new MoneyTotals.Row(0, 0, 1250));
    }

    @Test
    void whatIsPaidOfASettlementThatIsOverHasToBeEverywhere() {
        MoneyTotals totals = new MoneyTotals(Map.of("p1", "M001"), Set.of("p2"));
        totals.add(PAID);

        assertThat(totals.differences()).hasSize(2);
    }
}
