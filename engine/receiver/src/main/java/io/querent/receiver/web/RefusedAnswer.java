package io.querent.receiver.web;

import io.querent.receiver.OperationAnswer;

/**
 * Undoes an operation that its endpoint refused. The whole transaction goes, and the refusal is stored in another one: transaction managers
 * differ in what they let live of a transaction in which something has failed.
 */
final class RefusedAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient OperationAnswer answer;

    RefusedAnswer(OperationAnswer answer) {
        super("the endpoint refused the operation");
        this.answer = answer;
    }

    OperationAnswer answer() {
        return answer;
    }
}
