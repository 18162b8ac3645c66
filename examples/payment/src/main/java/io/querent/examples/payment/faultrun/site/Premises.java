package io.querent.examples.payment.faultrun.site;

import javax.sql.DataSource;

/** Where the books of a run are, for whoever holds them against each other. */
public interface Premises {
    /** The engine's database, past all proxies; connections are made anew each time. */
    DataSource database();

    /** The bank's database, past all proxies. */
    DataSource books();

    /** The bank. */
    BankChild bank();
}
