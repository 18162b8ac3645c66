package io.querent.spring.testing;

import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.spring.testing.PaymentApplication.Payment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application's own table. */
public final class Bookings {
    private final JdbcClient jdbc;

    public Bookings(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A payment whose number ends with {@code -broken} fails after its row was written; one with {@code -refused} is refused. */
    public Outcome<Done> book(Payment payment) {
        jdbc.sql("CREATE TABLE IF NOT EXISTS booking (number text PRIMARY KEY, amount numeric NOT NULL)")
                .update();
        jdbc.sql("INSERT INTO booking (number, amount) VALUES (?, ?)")
                .params(payment.number(), payment.amount())
                .update();
        if (payment.number().endsWith("-broken")) {
            throw new IllegalStateException("broken after the row was written");
        }
        return payment.number().endsWith("-refused") ? Outcome.rejected("refused", "no such account") : Outcome.done();
    }

    public long count(String number) {
        return jdbc.sql("SELECT count(*) FROM booking WHERE number = ?")
                .param(number)
                .query(Long.class)
                .single();
    }
}
