package io.querent.examples.settlement.audit;

import io.querent.examples.payment.audit.Book;
import io.querent.examples.payment.audit.Effect;
import io.querent.examples.payment.text.Amounts;
import io.querent.examples.settlement.reports.StoredReport;
import java.math.BigDecimal;

/** Effects that only settlements have. */
final class Effects {
    private Effects() {}

    static Effect booking(String settlement, long totalMinor, long feesMinor, long returnedMinor, String currency) {
        return new Effect(
                Book.LEDGER,
                settlement,
                "BOOKED sold=" + totalMinor + ", fees=" + feesMinor + ", returned=" + returnedMinor
                        + " in minor units of " + currency);
    }

    static Effect payout(String settlement, String key, long minor, String currency) {
        return new Effect(Book.LEDGER, key, "PAID " + minor + " in minor units of " + currency + " by " + settlement);
    }

    /** A statement tells of a payment and of its return under one id. */
    static Effect stated(String key, BigDecimal amount, String currency, boolean isDebit) {
        return new Effect(
                Book.STATEMENT,
                isDebit ? key : "return of " + key,
                (isDebit ? "DEBIT " : "CREDIT ") + Amounts.text(amount, currency));
    }

    static Effect report(StoredReport report) {
        return new Effect(Book.REPORTS, report.file(), "SHA-256 " + report.sha256());
    }

    static Effect notice(String settlement, String sha256) {
        return new Effect(Book.NOTICES, settlement, "NOTICE of report " + sha256);
    }
}
