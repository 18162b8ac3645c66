package io.querent.receiver.web;

/** A request that is refused before anything is done. */
final class RefusedRequest extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    RefusedRequest(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
