package io.querent.postgres;

import io.querent.saga.QuerentException;

/** The server does not meet a requirement. */
public final class UnfitServerException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final ServerRequirement requirement;
    private final String action;

    UnfitServerException(ServerCheck.Finding finding) {
        super(finding.requirement().code(), finding.problem() + "; " + finding.action());
        this.requirement = finding.requirement();
        this.action = finding.action();
    }

    /** What is not met. */
    public ServerRequirement requirement() {
        return requirement;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }
}
