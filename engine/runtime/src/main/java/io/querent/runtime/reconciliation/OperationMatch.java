package io.querent.runtime.reconciliation;

import io.querent.decision.OperationStatus;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import java.util.List;
import java.util.function.Predicate;

/** What all entries about one operation come to. The order of the checks matters: what contradicts is said before what agrees. Pure. */
final class OperationMatch {
    private final ExpectedOperation operation;
    private final List<ReportEntry> entries;

    private OperationMatch(ExpectedOperation operation, List<ReportEntry> entries) {
        this.operation = operation;
        this.entries = entries;
    }

    static Finding of(ExpectedOperation operation, List<ReportEntry> entries) {
        return entries.isEmpty()
                ? new Finding.OnlyHere(operation)
                : new OperationMatch(operation, List.copyOf(entries)).finding();
    }

    private Finding finding() {
        for (ReportEntry entry : entries) {
            if (!isOfBothIds(entry)) {
                return mismatch("line " + entry.line() + " has an id of this operation and another id of none or of"
                        + " another one");
            } else if (!hasAmount(entry)) {
                return mismatch("line " + entry.line() + " has another amount or currency; expected="
                        + operation.amount() + ", found=" + entry.amount());
            }
        }
        List<ReportEntry> moved = booked(entry -> !isReturn(entry));
        List<ReportEntry> returned = booked(this::isReturn);
        if (moved.size() > 1 || returned.size() > 1) {
            return mismatch("it is booked " + Math.max(moved.size(), returned.size()) + " times");
        } else if (moved.isEmpty() && !returned.isEmpty() && !returned.get(0).reversal()) {
            return mismatch("line " + returned.get(0).line() + " moves the money the other way; expected="
                    + operation.direction() + ", found=" + returned.get(0).direction());
        } else if (!returned.isEmpty()) {
            return operation.undone()
                    ? new Finding.AlreadyKnown(operation, returned.get(0))
                    : new Finding.Reversed(operation, booked(entry -> true));
        }
        List<ReportEntry> refused = with(Status.REJECTED);
        if (!moved.isEmpty() && !refused.isEmpty()) {
            return mismatch("it is both booked and refused");
        } else if (!moved.isEmpty()) {
            return booked(moved.get(0));
        }
        return refused.isEmpty() ? notFinal(entries.get(0)) : refused(refused.get(0));
    }

    private Finding booked(ReportEntry entry) {
        return switch (operation.status()) {
            case UNKNOWN, PENDING, IN_REVIEW -> new Finding.Proved(operation, entry);
            case SUCCEEDED -> new Finding.AlreadyKnown(operation, entry);
            case IN_FLIGHT -> underWay(entry);
            case REJECTED -> mismatch("it is recorded as refused, and booked in line " + entry.line());
            case PLANNED, BACKING_OFF, AWAITING, SKIPPED ->
                mismatch("nothing of it is recorded as having run, and it is booked in line " + entry.line());
        };
    }

    private Finding refused(ReportEntry entry) {
        return switch (operation.status()) {
            case UNKNOWN, PENDING, IN_REVIEW -> new Finding.Proved(operation, entry);
            case REJECTED -> new Finding.AlreadyKnown(operation, entry);
            case IN_FLIGHT -> underWay(entry);
            case SUCCEEDED -> mismatch("it is recorded as done, and refused in line " + entry.line());
            case PLANNED, BACKING_OFF, AWAITING, SKIPPED ->
                mismatch("nothing of it is recorded as having run, and it is refused in line " + entry.line());
        };
    }

    private Finding underWay(ReportEntry entry) {
        return new Finding.NotYet(operation, entry, "a call is under way: apply the report again when it has ended");
    }

    private Finding notFinal(ReportEntry entry) {
        return operation.status() == OperationStatus.SUCCEEDED
                ? new Finding.AlreadyKnown(operation, entry)
                : new Finding.NotYet(operation, entry, "the provider has not finished: a later report will tell");
    }

    private boolean isOfBothIds(ReportEntry entry) {
        boolean sameId = entry.endToEndId() == null
                || entry.endToEndId().equals(operation.downstreamKey())
                || entry.endToEndId().equals(operation.compensates());
        boolean sameUetr = entry.uetr() == null
                || operation.uetr() == null
                || ReportMatching.canonical(entry.uetr()).equals(ReportMatching.canonical(operation.uetr()));
        return sameId && sameUetr;
    }

    /** 12.5 and 12.50 are one amount. */
    private boolean hasAmount(ReportEntry entry) {
        return entry.amount().currency().equals(operation.amount().currency())
                && entry.amount().value().compareTo(operation.amount().value()) == 0;
    }

    /** To take back is what a compensation is for: of it only money that goes the other way is a return. */
    private boolean isReturn(ReportEntry entry) {
        return entry.reversal() && !operation.isCompensation() || entry.direction() != operation.direction();
    }

    private List<ReportEntry> booked(Predicate<ReportEntry> which) {
        return with(Status.BOOKED).stream().filter(which).toList();
    }

    private List<ReportEntry> with(Status status) {
        return entries.stream().filter(entry -> entry.status() == status).toList();
    }

    private Finding mismatch(String detail) {
        return new Finding.Mismatch(operation, entries, detail);
    }
}
