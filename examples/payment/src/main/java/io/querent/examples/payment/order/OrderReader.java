package io.querent.examples.payment.order;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads payment orders line by line: semicolons between fields, text in quotes, a header that names the columns {@code order_id},
 * {@code account_id}, {@code bank_to}, {@code account_to}, {@code amount}, {@code k_symbol} and, if there is a seventh, {@code
 * currency} (CZK otherwise). It is strict, since a guess here moves money: a line that is not exactly of this form is refused with
 * its number, and the rest goes on. Not thread-safe.
 */
public final class OrderReader implements AutoCloseable {
    private static final List<String> HEADER =
            List.of("order_id", "account_id", "bank_to", "account_to", "amount", "k_symbol");
    private static final String CURRENCY = "currency";
    private static final String USUAL_CURRENCY = "CZK";
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final Pattern ORDER_ID = Pattern.compile("[A-Za-z0-9._-]{1,40}");
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9]{1,34}");
    private static final Pattern BANK = Pattern.compile("[A-Z]{2}");
    private static final Pattern SYMBOL = Pattern.compile(" *|[A-Z0-9]{1,20}");

    private final BoundedLines lines;
    private final List<String> columns;

    private OrderReader(BoundedLines lines, List<String> columns) {
        this.lines = lines;
        this.columns = columns;
    }

    /**
     * Reads the header.
     *
     * @param file read to its end or until this reader is closed, which closes it too
     * @throws OrderFileException when the first line is not the header
     */
    public static OrderReader open(InputStream file) throws IOException, OrderFileException {
        // Bytes that are no UTF-8 become a character that no field may hold: the line is refused, not the file.
        BoundedLines lines = new BoundedLines(new BufferedReader(new InputStreamReader(file, UTF_8)));
        String first = lines.next().map(BoundedLines.Line::text).orElse("");
        String header = first.startsWith(BYTE_ORDER_MARK) ? first.substring(1) : first;
        List<String> columns = Fields.split(header).values();
        boolean known = columns.equals(HEADER)
                || (columns.size() == HEADER.size() + 1
                        && columns.subList(0, HEADER.size()).equals(HEADER)
                        && columns.get(HEADER.size()).equals(CURRENCY));
        if (!known) {
            lines.close();
            throw new OrderFileException("line 1: found " + Columns.quote(header) + ", expected the header "
                    + String.join(";", HEADER) + ", with or without ;" + CURRENCY);
        }
        return new OrderReader(lines, columns);
    }

    /** The next line; empty at the end of the file. */
    public Optional<OrderLine> next() throws IOException {
        return lines.next().map(this::read);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private OrderLine read(BoundedLines.Line line) {
        if (line.tooLong()) {
            return refused(line, "at most " + BoundedLines.LONGEST + " characters");
        }
        Fields fields = Fields.split(line.text());
        if (fields.problem() != null) {
            return refused(line, "bare or quoted fields, not " + fields.problem());
        }
        if (fields.values().size() != columns.size()) {
            return refused(
                    line,
                    columns.size() + " fields between semicolons, not "
                            + fields.values().size());
        }
        return order(line.number(), new Columns(line.number(), columns, fields.values()));
    }

    private static OrderLine order(int line, Columns fields) {
        String orderId = fields.text("order_id", ORDER_ID, "1 to 40 letters, digits, '.', '_' or '-'");
        String debtor = fields.text("account_id", ACCOUNT, "1 to 34 letters or digits");
        String bank = fields.text("bank_to", BANK, "two capital letters");
        String creditor = fields.text("account_to", ACCOUNT, "1 to 34 letters or digits");
        String currency = fields.currency(CURRENCY, USUAL_CURRENCY);
        BigDecimal amount = fields.amount("amount", currency);
        String symbol = fields.text("k_symbol", SYMBOL, "a blank, or 1 to 20 capital letters or digits");
        OrderLine.Refused refusal = fields.refusal();
        return refusal != null
                ? refusal
                : new OrderLine.Accepted(
                        line, new PaymentOrder(orderId, debtor, bank, creditor, amount, currency, symbol.strip()));
    }

    private static OrderLine.Refused refused(BoundedLines.Line line, String expected) {
        return new OrderLine.Refused(line.number(), "line", Columns.quote(line.text()), expected);
    }
}
