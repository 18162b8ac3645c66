package io.querent.admin.evidence;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Checks evidence bundles without a database or a server. Thread-safe. */
public final class EvidenceVerifier {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private EvidenceVerifier() {}

    /**
     * What a check found.
     *
     * @param intact whether every hash fits
     * @param entries how many entries were read
     * @param head the hash that proves the whole, to be compared with one written down elsewhere; empty when it is not intact
     * @param finding what does not fit, with the entry's number; empty when all does
     */
    public record Finding(boolean intact, int entries, String head, String finding) {
        private static Finding broken(int entries, String what) {
            return new Finding(false, entries, "", what);
        }
    }

    /** Checks the text of a bundle. */
    public static Finding verify(String json) {
        EvidenceBundle bundle;
        try {
            bundle = MAPPER.readValue(json, EvidenceBundle.class);
        } catch (JacksonException | NullPointerException unreadable) {
            return Finding.broken(0, "this is no evidence bundle");
        }
        return verify(bundle);
    }

    /** Checks a bundle. */
    public static Finding verify(EvidenceBundle bundle) {
        int count = bundle.entries().size();
        if (!EvidenceBundle.FORMAT.equals(bundle.format()) || count == 0) {
            return Finding.broken(count, "the format is not " + EvidenceBundle.FORMAT + ", or there are no entries");
        }
        if (!bundle.entries().get(0).content().contains("\"" + bundle.saga() + "\"")) {
            return Finding.broken(count, "the saga that the bundle names is not the one that its entries are of");
        }
        String previous = EvidenceEntry.NOTHING_BEFORE;
        for (int i = 0; i < count; i++) {
            EvidenceEntry entry = bundle.entries().get(i);
            if (entry.number() != i + 1 || !entry.previousHash().equals(previous)) {
                return Finding.broken(
                        count, "entry " + (i + 1) + " does not follow the one before: one is missing or moved");
            } else if (!entry.isWellFormed() || !entry.hash().equals(entry.expectedHash())) {
                return Finding.broken(count, "entry " + (i + 1) + " was changed: its hash does not fit");
            }
            previous = entry.hash();
        }
        return previous.equals(bundle.head())
                ? new Finding(true, count, previous, "")
                : Finding.broken(count, "the head is not the last entry's hash: entries are missing at the end");
    }
}
