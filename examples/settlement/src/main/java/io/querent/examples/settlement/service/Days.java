package io.querent.examples.settlement.service;

import java.time.LocalDate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Business dates whose settlement is over: all is done, and all books were found to agree. Thread-safe. */
public final class Days {
    private static final String CONCLUDE = """
            INSERT INTO settlement.concluded_day (business_date) VALUES (:date) ON CONFLICT (business_date) DO NOTHING
            """;

    private static final String IS_CONCLUDED =
            "SELECT count(*) FROM settlement.concluded_day WHERE business_date = :date";

    private final JdbcClient database;

    Days(JdbcClient database) {
        this.database = database;
    }

    /** Its books agree. Saying it again changes nothing. */
    public void conclude(LocalDate date) {
        int rows = database.sql(CONCLUDE).param("date", date).update();
        if (rows == 0 && !isConcluded(date)) {
            throw new IllegalStateException("the date " + date + " was neither written nor there");
        }
    }

    /** Whether that was ever said. */
    public boolean isConcluded(LocalDate date) {
        return database.sql(IS_CONCLUDED).param("date", date).query(Long.class).single() == 1;
    }
}
