package io.querent.runtime.reconciliation;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.reconciliation.ItemResult.Fate;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.saga.QuerentException;
import io.querent.saga.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Applies reports: each operation that is open and that the report proves gets one decision, as if the person who runs this had made it,
 * with the report as evidence. It is stored, audited and held against the request like any decision, and refused when the operation has
 * moved since it was read. Applying a report again decides nothing twice. What a report does not hold proves nothing and is only listed.
 * Thread-safe.
 */
public final class Reconciliation {
    /** Most characters of the name of who applies a report. */
    public static final int LONGEST_OPERATOR = 200;

    /** Most characters of the reason why. */
    public static final int LONGEST_REASON = 1_000;

    private static final String OWN_ID = "reconciliation-";
    private static final int ID_BYTES = 16;

    private final SagaEngine engine;
    private final PayloadCodec payloads;
    private final BookedResult results;

    /**
     * @param payloads writes results as the engine does
     * @param results says what operations resulted in
     */
    public Reconciliation(SagaEngine engine, PayloadCodec payloads, BookedResult results) {
        this.engine = engine;
        this.payloads = payloads;
        this.results = results;
    }

    /**
     * Applies {@code report}, one decision after the other.
     *
     * @param expected operations that the report may be about, as {@link ExpectedOperations} reads them
     * @param operator who runs this: the audit has it
     * @param reason why, in the operator's words; which file, entry and line is added
     * @return what came of every finding; where the database goes away, what is left is {@code UNAVAILABLE}
     * @throws QuerentException QRT-3450 when operator or reason is missing or too long, QRT-3451 when two operations cannot be told
     *     apart; nothing is applied then
     */
    public ReconciliationResult apply(
            ProviderReport report, List<ExpectedOperation> expected, String operator, String reason) {
        ProviderReport.check("operator", operator, LONGEST_OPERATOR);
        ProviderReport.check("reason", reason, LONGEST_REASON);
        List<ItemResult> items = new ArrayList<>();
        boolean available = true;
        for (Finding finding : ReportMatching.match(report, expected)) {
            ItemResult item = available || !(finding instanceof Finding.Proved)
                    ? settle(report, finding, operator, reason)
                    : new ItemResult(finding, Fate.UNAVAILABLE, "");
            available &= item.fate() != Fate.UNAVAILABLE;
            items.add(item);
        }
        return new ReconciliationResult(report, items);
    }

    /** Whether a decision with that id was taken because a report proved it. */
    public static boolean isOwn(String requestId) {
        return requestId.startsWith(OWN_ID);
    }

    private ItemResult settle(ProviderReport report, Finding finding, String operator, String reason) {
        if (finding instanceof Finding.Proved proved) {
            return decide(report, proved, operator, reason);
        } else if (finding instanceof Finding.AlreadyKnown) {
            return new ItemResult(finding, Fate.REPLAYED, "");
        } else if (finding instanceof Finding.NotYet notYet) {
            return new ItemResult(finding, Fate.LISTED, notYet.detail());
        } else if (finding instanceof Finding.Mismatch mismatch) {
            return new ItemResult(finding, Fate.LISTED, mismatch.detail());
        }
        return new ItemResult(finding, Fate.LISTED, "");
    }

    private ItemResult decide(ProviderReport report, Finding.Proved proved, String operator, String reason) {
        ExpectedOperation operation = proved.operation();
        String place = report.source() + ", line " + proved.entry().line() + ", entry "
                + proved.entry().reference();
        Authority authority = new Authority(
                operator,
                reason + " (" + place + ")",
                operation.revision(),
                requestId(report, proved, operator, reason));
        try {
            Receipt receipt = engine.decide(operation.key().saga(), decision(report, proved, place), authority);
            return new ItemResult(proved, fate(receipt), receipt.detail());
        } catch (EngineUnavailableException | JournalUnavailableException away) {
            return new ItemResult(proved, Fate.UNAVAILABLE, String.valueOf(away.getMessage()));
        } catch (QuerentException refused) {
            return new ItemResult(proved, Fate.REFUSED, String.valueOf(refused.getMessage()));
        }
    }

    /** A function of the caller's that throws costs the one item: decisions about others have been carried out already. */
    private Object result(Finding.Proved proved) {
        try {
            return results.of(proved.operation(), proved.entry());
        } catch (QuerentException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new QuerentException(
                    "QRT-3454",
                    "the result of an operation that a report proves could not be made; key="
                            + proved.operation().key() + ", expected=a result, found=" + failure
                            + "; correct the function, then apply the report again",
                    failure);
        }
    }

    private OperatorDecision decision(ProviderReport report, Finding.Proved proved, String place) {
        ReportEntry entry = proved.entry();
        String name = proved.operation().key().operation();
        String evidence = place + ", SHA-256 " + report.sha256() + ": " + entry.status() + " " + entry.amount() + " "
                + entry.direction() + ", end-to-end id " + entry.endToEndId() + ", UETR " + entry.uetr()
                + (entry.instructionId() == null ? "" : ", instruction id " + entry.instructionId()) + ", booked on "
                + entry.bookedOn();
        if (entry.status() == Status.REJECTED) {
            return new OperatorDecision.ConfirmFailed(
                    name, Objects.requireNonNullElse(entry.code(), "refused"), evidence);
        }
        return new OperatorDecision.ConfirmSucceeded(
                name, payloads.write("result of " + proved.operation().key(), result(proved)), evidence);
    }

    private static Fate fate(Receipt receipt) {
        return switch (receipt.state()) {
            case APPLIED -> receipt.repeated() ? Fate.REPLAYED : Fate.RESOLVED;
            case NOTHING_NEW -> Fate.REPLAYED;
            case WAITING -> Fate.WAITING;
            case REFUSED, PARKED -> Fate.REFUSED;
        };
    }

    /**
     * One decision is one id: the same report, entry, operation as it stood, person and reason. Of an operation that has moved since, the
     * same report is another decision, for somebody has looked again.
     */
    private static String requestId(ProviderReport report, Finding.Proved proved, String operator, String reason) {
        String identity = String.join(
                "\n",
                report.sha256(),
                report.source(),
                proved.entry().reference(),
                proved.operation().key().value(),
                Long.toString(proved.operation().revision()),
                operator,
                reason);
        byte[] digest = Sha256.begin().digest(identity.getBytes(StandardCharsets.UTF_8));
        return OWN_ID + HexFormat.of().formatHex(digest, 0, ID_BYTES);
    }
}
