package io.querent.examples.payment.faultrun.storm;

import java.util.Locale;

/** What is done to the site. */
public enum Kind {
    /** SIGKILL to a node. */
    KILL_NODE(8, true),
    /** SIGKILL to a node whose successor's clock is two minutes wrong. */
    WRONG_CLOCK(3, true),
    /** SIGSTOP to a node for longer than its leases last, then SIGCONT. */
    STOP_NODE(3, false),
    /** SIGTERM to a node, with calls open. */
    DRAIN_NODE(2, false),
    /** A connection to the database is cut before a COMMIT reaches the server. */
    CUT_BEFORE_COMMIT(2, false),
    /** A connection to the database is cut after the server has committed, before it can say so. */
    CUT_AFTER_COMMIT(2, false),
    /** Every connection to the database is cut. */
    CUT_DATABASE(1, false),
    /** A node's connection to the bank is cut before a request reaches it. */
    CUT_BEFORE_BANK(2, false),
    /** A node's connection to the bank is cut after the bank has answered, before the answer arrives. */
    CUT_AFTER_BANK(2, false),
    /** The database server is stopped in good order and started again. */
    RESTART_DATABASE(1, false),
    /** SIGKILL to the database server, which recovers. */
    KILL_DATABASE(1, true),
    /** SIGTERM to the bank, which is started again. */
    RESTART_BANK(1, false),
    /** SIGKILL to the bank, which is started again. */
    KILL_BANK(3, true);

    private final int share;
    private final boolean kill;

    Kind(int share, boolean kill) {
        this.share = share;
        this.kill = kill;
    }

    /** How many there are in each deck of injections. */
    public int share() {
        return share;
    }

    /** Whether it is done to one node, or on its way to the bank. */
    public boolean isOfNode() {
        return switch (this) {
            case KILL_NODE, WRONG_CLOCK, STOP_NODE, DRAIN_NODE, CUT_BEFORE_BANK, CUT_AFTER_BANK -> true;
            default -> false;
        };
    }

    /** Whether a process ends by SIGKILL. */
    public boolean isKill() {
        return kill;
    }

    /** The name in reports: {@code kill-node}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
