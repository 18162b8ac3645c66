package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.InstructionReader;
import javax.sql.DataSource;

/**
 * Everything one can do with the books, on one database.
 *
 * @param books carries out instructions
 * @param lookups answers what became of them
 * @param counts counts calls
 * @param arrivals parked requests and pending instructions
 * @param report for auditors
 * @param files payment files that came
 * @param statements for customers
 */
public record OpenBooks(
        BankBooks books,
        Lookups lookups,
        CallCounts counts,
        Arrivals arrivals,
        BooksReport report,
        PaymentFiles files,
        Statements statements) {
    /**
     * Opens the books, with empty tables where there are none.
     *
     * @param honoursKeys whether a key is booked once only
     * @throws BooksUnavailableException when the database refuses
     */
    public static OpenBooks in(
            DataSource source, InstructionReader instructions, BusinessRules rules, boolean honoursKeys) {
        Database database = new Database(source);
        BooksSchema.create(database);
        Bookkeeper bookkeeper = new Bookkeeper(rules);
        BankBooks books = new BankBooks(database, instructions, bookkeeper, honoursKeys);
        return new OpenBooks(
                books,
                new Lookups(database, instructions),
                new CallCounts(database),
                new Arrivals(database, instructions, books, bookkeeper),
                new BooksReport(database),
                new PaymentFiles(database, instructions),
                new Statements(database));
    }
}
