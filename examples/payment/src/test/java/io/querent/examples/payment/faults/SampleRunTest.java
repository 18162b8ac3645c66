package io.querent.examples.payment.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.Declines;
import io.querent.examples.payment.bank.faults.FaultRates;
import io.querent.examples.payment.bank.faults.LookupFaults;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.faults.SendFaults;
import io.querent.examples.payment.ledger.Accounts;
import io.querent.examples.payment.order.OrderLine;
import io.querent.examples.payment.order.OrderReader;
import io.querent.examples.payment.order.PaymentOrder;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The sample orders meet, under the default seed, what the example's README says. */
class SampleRunTest {
    private static final long DEFAULT_SEED = 104;

    private final Faults faults = Faults.parse("default", DEFAULT_SEED);

    @Test
    void theSampleShowsOneOfEachKindOfTrouble() throws Exception {
        assertThat(ordersThat(order -> meets(order, SendFault.REPLY_LOST))).containsExactly("1005");
        assertThat(ordersThat(order -> meets(order, SendFault.REQUEST_LOST))).containsExactly("1027");
        assertThat(ordersThat(order -> meets(order, SendFault.PENDING))).containsExactly("1021");
        assertThat(ordersThat(order -> meets(order, SendFault.ERROR_AFTER_BOOKING)))
                .containsExactly("1040");
        assertThat(ordersThat(order -> bank().transferDecline(key(order)).isPresent()))
                .containsExactly("1030");
        assertThat(ordersThat(order -> faults.holds(order.orderId()))).containsExactly("1019");
        assertThat(ordersThat(order -> order.amount().compareTo(Accounts.OPENING_BALANCE) > 0))
                .containsExactly("1017");
    }

    private List<String> ordersThat(Predicate<PaymentOrder> meetsIt) throws Exception {
        List<String> ids = new ArrayList<>();
        InputStream sample = Faults.class.getResourceAsStream("/io/querent/examples/payment/orders.csv");
        try (OrderReader orders = OrderReader.open(sample)) {
            for (Optional<OrderLine> line = orders.next(); line.isPresent(); line = orders.next()) {
                PaymentOrder order = ((OrderLine.Accepted) line.get()).order();
                if (meetsIt.test(order)) {
                    ids.add(order.orderId());
                }
            }
        }
        return ids;
    }

    private boolean meets(PaymentOrder order, SendFault fault) {
        return bank().onSend(key(order), 1).equals(Optional.of(fault));
    }

    private static String key(PaymentOrder order) {
        return "default:payment:" + order.orderId() + ":transfer";
    }

    private BankFaults bank() {
        FaultRates<SendFault> rates = FaultRates.none();
        for (SendFault fault : SendFault.values()) {
            rates = rates.with(fault, faults.rates().getOrDefault(fault.label(), 0.0));
        }
        SendFaults none = SendFaults.none();
        return new BankFaults(
                DEFAULT_SEED,
                new SendFaults(rates, 2, none.slow(), none.late(), none.pending(), none.retryAfter()),
                LookupFaults.none(),
                Declines.none().transfers(faults.rates().get("decline")));
    }
}
