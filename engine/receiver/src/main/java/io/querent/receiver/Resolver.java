package io.querent.receiver;

/** Finds out what became of an operation whose owner is gone, or did not know: asks before anything is done again. */
@FunctionalInterface
public interface Resolver {
    /**
     * Asks whoever was called, under the operation's key. Holds no transaction.
     *
     * @return what is certain
     * @throws Exception as good as {@link Resolution.CannotTell}
     */
    Resolution resolve(OperationLease lease) throws Exception;

    /** For work that has no effect but what it returns to be written: without the newest token that was never committed. */
    static Resolver noEffectBeforeCompletion() {
        return lease -> new Resolution.NothingHappened();
    }

    /** For work that cannot be asked about: a person has to find out. */
    static Resolver ofPeople() {
        return lease -> new Resolution.CannotTell("nobody can be asked");
    }
}
