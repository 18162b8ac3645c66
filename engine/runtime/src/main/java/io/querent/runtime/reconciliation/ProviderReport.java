package io.querent.runtime.reconciliation;

import io.querent.saga.QuerentException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a provider reports at one time. Immutable.
 *
 * @param source name of the file, or of whatever it came from; at most 200 characters
 * @param sha256 digest of its bytes, 64 lower-case hexadecimal digits: the same report has the same one
 * @param entries in the report's order, at most {@value #MOST_ENTRIES}
 */
public record ProviderReport(String source, String sha256, List<ReportEntry> entries) {
    /** Most entries of a report. */
    public static final int MOST_ENTRIES = 200_000;

    private static final int LONGEST_SOURCE = 200;
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    /** @throws QuerentException QRT-3450 when the digest is none, there are too many entries, or two have one reference */
    public ProviderReport {
        check("source of a report", source, LONGEST_SOURCE);
        entries = List.copyOf(entries);
        if (!SHA_256.matcher(sha256).matches()) {
            throw malformed(source, "a SHA-256 of 64 lower-case hexadecimal digits", sha256.length() + " characters");
        } else if (entries.size() > MOST_ENTRIES) {
            throw malformed(source, "at most " + MOST_ENTRIES + " entries", entries.size() + " entries");
        }
        Set<String> references = new HashSet<>();
        for (ReportEntry entry : entries) {
            if (!references.add(entry.reference())) {
                throw malformed(source, "references that are unique", entry.reference() + " again");
            }
        }
    }

    static void check(String what, String text, int longest) {
        if (text.isBlank() || text.length() > longest) {
            throw malformed(what, "1 to " + longest + " characters", text.length() + " characters");
        }
    }

    static QuerentException malformed(String key, String expected, String found) {
        return new QuerentException(
                "QRT-3450",
                "a provider's report cannot be used; key=" + key + ", expected=" + expected + ", found=" + found
                        + "; correct what reads it; nothing was applied");
    }
}
