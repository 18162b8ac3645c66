package io.querent.examples.payment.faultrun.verdict;

import io.querent.examples.payment.bankclient.BankBooks;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Waits after the storm until nothing is under way any more, here or at the bank. */
public final class Settlement {
    private static final String UNDER_WAY = "SELECT count(*) FROM querent.saga WHERE ended_at IS NULL AND status <> 4";
    private static final long LOOK_EVERY_MILLIS = 250;

    private final DataSource database;
    private final BankBooks bank;

    public Settlement(DataSource database, BankBooks bank) {
        this.database = database;
        this.bank = bank;
    }

    /**
     * Returns when every saga has ended or waits for a person and the bank is quiet, and a while after that; or when the limit has
     * passed.
     *
     * @param quiet how long to stay after everything has settled: what was forgotten somewhere would move now
     * @return whether everything has settled
     */
    public boolean await(Duration limit, Duration quiet) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        boolean settled = isSettled();
        while (!settled && System.nanoTime() - end < 0) {
            boolean unused = never.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            settled = isSettled();
        }
        if (settled) {
            boolean unused = never.await(quiet.toMillis(), TimeUnit.MILLISECONDS);
        }
        return settled && isSettled();
    }

    private boolean isSettled() throws IOException, InterruptedException {
        return JdbcClient.create(database).sql(UNDER_WAY).query(Long.class).single() == 0 && bank.areQuiet();
    }
}
