package io.querent.examples.settlement.laboratory;

/** One experiment. It goes on with the account as the one before has left it. */
interface Experiment {
    /** @return its line, from what happened */
    String run(Bench bench) throws Exception;
}
