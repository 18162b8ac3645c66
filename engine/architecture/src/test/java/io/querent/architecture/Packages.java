package io.querent.architecture;

/** One name for each module's packages, so that the rules read as sentences. */
final class Packages {

    static final String SAGA_DSL = "io.querent.saga..";
    static final String DECISION = "io.querent.decision..";
    static final String OUTBOX = "io.querent.outbox..";
    static final String OUTBOX_JDBC = "io.querent.outbox.jdbc..";
    static final String STORAGE_CONTRACT = "io.querent.contract..";
    static final String TESTKIT = "io.querent.testkit..";
    static final String TESTKIT_POSTGRES = "io.querent.testkit.postgres..";
    static final String RUNTIME = "io.querent.runtime..";
    static final String POSTGRES = "io.querent.postgres..";
    static final String AXON = "io.querent.axon..";
    static final String SPRING_BOOT = "io.querent.spring..";
    static final String COMMAND_LINE = "io.querent.command..";
    static final String ADMIN = "io.querent.admin..";
    static final String HTTP = "io.querent.http..";
    static final String RECEIVER = "io.querent.receiver..";
    static final String BENCHMARKS = "io.querent.benchmarks..";
    static final String EXAMPLES = "io.querent.examples..";

    private Packages() {}
}
