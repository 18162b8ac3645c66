package io.querent.examples.payment.bank.books;

import java.sql.SQLException;

/** The database did not answer, or not in time. What it did with the last commit is unknown. */
public final class BooksUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BooksUnavailableException(SQLException cause) {
        super(cause);
    }
}
