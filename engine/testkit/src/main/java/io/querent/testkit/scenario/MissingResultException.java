package io.querent.testkit.scenario;

/** A test does not say what an operation results in. */
final class MissingResultException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    MissingResultException(String operation, Class<?> type) {
        super("QRT-8050 the test does not say what " + operation + " results in; type=" + type.getName()
                + "; say answers(\"" + operation + "\", …)");
    }
}
