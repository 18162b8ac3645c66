package io.querent.examples.settlement.audit;

import io.querent.decision.SagaState;
import io.querent.examples.payment.audit.Book;
import io.querent.examples.payment.audit.Claim;
import io.querent.examples.payment.audit.CrossCheck;
import io.querent.examples.payment.audit.Effect;
import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.bankclient.BankBooking;
import io.querent.examples.settlement.ledger.message.LedgerBooks;
import io.querent.examples.settlement.reports.StoredReport;
import io.querent.examples.settlement.saga.Settlement;
import io.querent.runtime.codec.PayloadCodec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds everybody's books against what the settlements say, and against each other. Pure; what it is shown is in memory. All books come
 * first, then every settlement, then the end. Not thread-safe.
 */
public final class DayAudit {
    private final CrossCheck check = new CrossCheck();
    private final PayloadCodec payloads;
    private final Map<Book, Integer> read = new EnumMap<>(Book.class);
    private final Map<String, String> merchants = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final List<BankBooking> bookings = new ArrayList<>();
    private final List<StatementLine> lines = new ArrayList<>();
    private final LedgerBooks ledger;

    /** @param ledger its books */
    public DayAudit(PayloadCodec payloads, LedgerBooks ledger) {
        this.payloads = payloads;
        this.ledger = ledger;
        ledger.settlements().stream()
                .filter(one -> one.state().equals("BOOKED"))
                .forEach(one -> {
                    note(Effects.booking(
                            one.settlement(), one.totalMinor(), one.feesMinor(), one.returnedMinor(), one.currency()));
                    one.payouts()
                            .forEach(
                                    (key, minor) -> note(Effects.payout(one.settlement(), key, minor, one.currency())));
                });
        ledger.notices().forEach(notice -> note(Effects.notice(notice.settlement(), notice.reportSha256())));
    }

    /** A booking of the bank's. */
    public void found(BankBooking booking) {
        bookings.add(booking);
        note(
                booking.kind().equals("TRANSFER")
                        ? Effect.transfer(
                                booking.key(),
                                booking.amount(),
                                booking.currency(),
                                booking.debtorAccount(),
                                booking.creditorBank(),
                                booking.creditorAccount())
                        : Effect.reversal(booking.key(), booking.amount(), booking.currency(), booking.originalKey()));
    }

    /** A line of the bank's statement. */
    public void found(StatementLine line) {
        lines.add(line);
        note(Effects.stated(
                line.endToEndId(), line.amount().value(), line.amount().currency(), line.isDebit()));
    }

    /** A report that lies in the store. */
    public void found(StoredReport report) {
        note(Effects.report(report));
    }

    /** Compares what a settlement says. */
    public void compare(SagaState saga) {
        SettlementClaims claims = new SettlementClaims(saga, payloads);
        Settlement settlement =
                payloads.read("input of " + saga.key(), saga.origin().input(), Settlement.class);
        String merchant = settlement.merchant();
        boolean isOpen = saga.ended().isEmpty() && !isBooked(settlement);
        claims.contradiction().ifPresent(check::wrong);
        for (Claim claim : claims.all()) {
            check.compare(claim);
            if (claim.effect().book() == Book.BANK || claim.effect().book() == Book.STATEMENT) {
                merchants.put(claim.effect().key(), merchant);
                if (isOpen) {
                    open.add(claim.effect().key());
                }
            }
        }
    }

    /**
     * What it comes to.
     *
     * @param findings all that is wrong; empty when all agree
     * @param totals what was paid, by each of the books
     * @param read how many effects each book held
     */
    public record Result(List<Finding> findings, MoneyTotals totals, Map<Book, Integer> read) {
        public Result {
            findings = List.copyOf(findings);
            read = Map.copyOf(read);
        }
    }

    /** All settlements have been shown. */
    public Result conclude() {
        MoneyTotals totals = new MoneyTotals(merchants, open);
        bookings.forEach(totals::add);
        lines.forEach(totals::add);
        ledger.accounts().forEach(totals::add);
        List<Finding> findings = new ArrayList<>(check.conclude());
        findings.addAll(Balances.check(ledger));
        findings.addAll(totals.differences());
        return new Result(findings, totals, read);
    }

    private boolean isBooked(Settlement settlement) {
        return ledger.settlements().stream()
                .anyMatch(one ->
                        one.settlement().equals(settlement.key()) && one.state().equals("BOOKED"));
    }

    private void note(Effect effect) {
        read.merge(effect.book(), 1, Integer::sum);
        check.found(effect);
    }
}
