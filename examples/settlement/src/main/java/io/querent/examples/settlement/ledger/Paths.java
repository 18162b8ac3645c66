package io.querent.examples.settlement.ledger;

/** What path and body say alike. */
final class Paths {
    private Paths() {}

    /** The token is held against what the path names, so the body must not name another. */
    static void require(String ofPath, String ofBody) {
        if (!ofPath.equals(ofBody)) {
            throw new LedgerRefusal("OTHER_SETTLEMENT", "the path names " + ofPath + ", the body " + ofBody);
        }
    }
}
