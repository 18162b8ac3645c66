package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.runtime.retention.LegalHolds;
import io.querent.runtime.retention.LegalHolds.Hold;
import io.querent.runtime.retention.LegalHolds.Scope;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A hold says what it is about, who wants it and why, counts once, and is in the audit. */
class LegalHoldsTest extends AdminCase {
    private final LegalHolds holds = admin.legalHolds();

    @Test
    void aHoldIsPlacedAndReleasedAndBothAreAudited() {
        Hold hold = holds.place(Scope.of(order(1)), "ann", "case 4711", "h-1");

        assertThat(holds.of(order(1))).contains(hold);
        assertThat(holds.of(order(2))).isEmpty();
        assertThat(audited("legal-hold-placed")).isOne();

        Hold released = holds.release(hold.number(), "bob", "closed", "h-2");
        assertThat(released.released())
                .isNotNull()
                .satisfies(end -> assertThat(end.operator()).isEqualTo("bob"));
        assertThat(holds.of(order(1))).isEmpty();
        assertThat(holds.find(true, null, 10)).isEmpty();
        assertThat(holds.find(false, null, 10)).containsExactly(released);
        assertThat(audited("legal-hold-released")).isOne();
        assertThat(admin.audit().verify().intact()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"default, -, -", "-, payment, -", "default, payment, -", "default, payment, order-1"})
    void aHoldMayBeAboutManySagas(String tenant, String definition, String businessKey) {
        Hold hold = holds.place(new Scope(tenant, definition, businessKey), "ann", "case 4711", "h-1");

        assertThat(holds.of(order(1))).contains(hold);
        assertThat(holds.of(SagaKey.parse("other:refund:order-1"))).isEmpty();
    }

    @Test
    void theSameRequestAgainIsNoSecondHold() throws Exception {
        List<Callable<Hold>> requests = IntStream.range(0, 8)
                .<Callable<Hold>>mapToObj(i -> () -> holds.place(Scope.of(order(1)), "ann", "case 4711", "h-1"))
                .toList();

        assertThat(atOnce(requests)).containsOnly(holds.of(order(1)).orElseThrow());
        assertThat(audited("legal-hold-placed")).isOne();

        long number = holds.of(order(1)).orElseThrow().number();
        Hold released = holds.release(number, "ann", "closed", "h-2");
        assertThat(holds.release(number, "ann", "closed", "h-2")).isEqualTo(released);
        assertThat(audited("legal-hold-released")).isOne();
    }

    @Test
    void anIdThatAnotherHoldHadIsRefused() {
        holds.place(Scope.of(order(1)), "ann", "case 4711", "h-1");

        refused("QRT-3411", () -> holds.place(Scope.of(order(2)), "ann", "case 4711", "h-1"));
    }

    @Test
    void whatIsNotOpenCannotBeReleased() {
        Hold hold = holds.place(Scope.of(order(1)), "ann", "case 4711", "h-1");
        holds.release(hold.number(), "ann", "closed", "h-2");

        refused("QRT-3413", () -> holds.release(hold.number(), "bob", "closed", "h-3"));
        refused("QRT-3413", () -> holds.release(4_711, "bob", "closed", "h-4"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, -, -", "-, payment, order-1", "default, -, order-1", "no tenant, payment, order-1"})
    void aHoldThatNoSagaCanBeUnderIsRefused(String tenant, String definition, String businessKey) {
        refused("QRT-3410", () -> holds.place(new Scope(tenant, definition, businessKey), "ann", "case", "h-1"));
        assertThat(audited("legal-hold-placed")).isZero();
    }

    @Test
    void aHoldWithoutAReasonIsRefused() {
        refused("QRT-3410", () -> holds.place(Scope.of(order(1)), "ann", " ", "h-1"));
        refused("QRT-3410", () -> holds.place(Scope.of(order(1)), "", "case", "h-1"));
    }

    @Test
    void noMoreHoldsThanAllowedAreOpen() {
        database.execute("INSERT INTO querent.legal_hold (tenant, operator, request_id, reason)"
                + " SELECT 'default', 'ann', 'h-' || i, 'case' FROM generate_series(1, 1000) AS i");

        refused("QRT-3412", () -> holds.place(Scope.of(order(1)), "ann", "case", "one-more"));
    }

    private static void refused(String code, Callable<Hold> request) {
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(request::call)
                .withMessageContaining(code);
    }
}
