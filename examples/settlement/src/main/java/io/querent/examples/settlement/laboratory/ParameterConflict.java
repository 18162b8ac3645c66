package io.querent.examples.settlement.laboratory;

import io.querent.receiver.Execution;

/** The key of the first experiment with another amount. */
final class ParameterConflict implements Experiment {
    private static final long OTHER_AMOUNT = 120;

    @Override
    public String run(Bench bench) throws Exception {
        Execution told = bench.node("third")
                .execute(Bench.debit(ConcurrentClaim.KEY, OTHER_AMOUNT), new DebitWork(OTHER_AMOUNT));
        return "parameterConflict=" + DebitWork.inWords(told) + " ledgerRows=" + bench.ledgerRows();
    }
}
