package io.querent.runtime.reconciliation;

import io.querent.saga.QuerentException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation of each entry, by end-to-end id or UETR, and what all entries of an operation come to. An entry that is led to two
 * operations by its two ids belongs to neither alone: it is a mismatch of both. A compensation is found by its own id alone, because what
 * takes something back bears the ids of what it takes back. Pure.
 */
public final class ReportMatching {
    private final Map<String, ExpectedOperation> byEndToEndId = new HashMap<>();
    private final Map<String, ExpectedOperation> byUetr = new HashMap<>();
    private final Map<ExpectedOperation, List<ReportEntry>> entries = new LinkedHashMap<>();

    private ReportMatching(List<ExpectedOperation> expected) {
        for (ExpectedOperation operation : expected) {
            unique(operation, byEndToEndId.put(operation.downstreamKey(), operation), operation.downstreamKey());
            if (operation.uetr() != null && !operation.isCompensation()) {
                unique(operation, byUetr.put(canonical(operation.uetr()), operation), operation.uetr());
            }
            entries.put(operation, new ArrayList<>());
        }
    }

    /**
     * Findings about all entries and all operations: those about operations in their order, then entries that nobody expects.
     *
     * @throws QuerentException QRT-3451 when two operations were sent under one key or UETR
     */
    public static List<Finding> match(ProviderReport report, List<ExpectedOperation> expected) {
        ReportMatching matching = new ReportMatching(expected);
        List<Finding> nobodys = new ArrayList<>();
        for (ReportEntry entry : report.entries()) {
            Set<ExpectedOperation> owners = matching.ownersOf(entry);
            owners.forEach(owner -> matching.entriesOf(owner).add(entry));
            if (owners.isEmpty()) {
                nobodys.add(new Finding.OnlyInReport(entry));
            }
        }
        List<Finding> findings = new ArrayList<>();
        matching.entries.forEach((operation, all) -> findings.add(OperationMatch.of(operation, all)));
        findings.addAll(nobodys);
        return List.copyOf(findings);
    }

    /** UETRs are written in either case. */
    static String canonical(String uetr) {
        return uetr.toLowerCase(Locale.ROOT);
    }

    private List<ReportEntry> entriesOf(ExpectedOperation operation) {
        return entries.computeIfAbsent(operation, unused -> new ArrayList<>());
    }

    private Set<ExpectedOperation> ownersOf(ReportEntry entry) {
        Set<ExpectedOperation> owners = new LinkedHashSet<>();
        add(owners, entry.endToEndId() == null ? null : byEndToEndId.get(entry.endToEndId()));
        add(owners, entry.uetr() == null ? null : byUetr.get(canonical(entry.uetr())));
        ExpectedOperation own = entry.instructionId() == null ? null : byEndToEndId.get(entry.instructionId());
        if (own != null && own.isCompensation()) {
            owners.removeIf(owner -> owner.downstreamKey().equals(own.compensates()));
            owners.add(own);
        }
        return owners;
    }

    private static void add(Set<ExpectedOperation> owners, @Nullable ExpectedOperation owner) {
        if (owner != null) {
            owners.add(owner);
        }
    }

    private static void unique(ExpectedOperation one, @Nullable ExpectedOperation other, String id) {
        if (other != null) {
            throw new QuerentException(
                    "QRT-3451",
                    "two operations cannot be told apart in a report; key=" + one.key() + ", other=" + other.key()
                            + ", found=" + id + " for both, expected=an id of each one's own; give each operation once,"
                            + " and derive ids from operation keys");
        }
    }
}
