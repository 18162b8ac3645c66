package io.querent.examples.payment.order;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderReaderTest {
    private static final String HEADER =
            "\"order_id\";\"account_id\";\"bank_to\";\"account_to\";\"amount\";\"k_symbol\"";
    private static final String GOOD = "29401;1;\"YZ\";\"87144583\";2452.00;\"SIPO\"";

    @Test
    void anOrderIsReadExactly() throws Exception {
        assertThat(read(HEADER + "\r\n" + GOOD + "\r\n"))
                .containsExactly(new OrderLine.Accepted(
                        2, new PaymentOrder("29401", "1", "YZ", "87144583", new BigDecimal("2452.00"), "CZK", "SIPO")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void linesEndEitherWayAndTheLastNeedNotEnd(String end) throws Exception {
        assertThat(read(HEADER + end + GOOD + end + GOOD))
                .extracting(OrderLine::number)
                .containsExactly(2, 3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "29401;1;YZ;87144583;2452;SIPO                  | 2452.00 | SIPO",
                "\"29401\";\"1\";\"YZ\";\"8\";\"2452.5\";\" \"  | 2452.50 | ``",
                "29401;1;YZ;8;0.01;                             | 0.01    | ``",
                "a.b_c-9;1;YZ;8;999999999999.99;UVER            | 999999999999.99 | UVER",
            })
    void quotesAreOptionalAndAmountsGetTheirDecimals(String line, BigDecimal amount, String symbol) throws Exception {
        assertThat(one(line)).isInstanceOfSatisfying(OrderLine.Accepted.class, accepted -> {
            assertThat(accepted.order().amount()).isEqualTo(amount);
            assertThat(accepted.order().symbol()).isEqualTo(symbol);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "29401;1;YZ;8;10.00                  | line       | 6 fields between semicolons, not 5",
                "29401;1;YZ;8;10.00;SIPO;            | line       | 6 fields between semicolons, not 7",
                "``                                  | line       | 6 fields between semicolons, not 1",
                "29401;1;\"YZ;8;10.00;SIPO           | line       | not closed",
                "29401;1;Y\"Z\";8;10.00;SIPO         | line       | a quote inside a bare field, at character 10",
                "29401;1;\"YZ\"x;8;10.00;SIPO        | line       | text after a closing quote, at character 13",
                ";1;YZ;8;10.00;SIPO                  | order_id   | 1 to 40 letters",
                "a:b;1;YZ;8;10.00;SIPO               | order_id   | 1 to 40 letters",
                "../../x;1;YZ;8;10.00;SIPO           | order_id   | 1 to 40 letters",
                "'; drop;1;YZ;8;10.00;SIPO           | line       | not 7",
                "29401;;YZ;8;10.00;SIPO              | account_id | 1 to 34",
                "29401;1;yz;8;10.00;SIPO             | bank_to    | two capital letters",
                "29401;1;YZ;8 8;10.00;SIPO           | account_to | 1 to 34",
                "29401;1;YZ;8;-10.00;SIPO            | amount     | a positive amount",
                "29401;1;YZ;8;0.00;SIPO              | amount     | a positive amount",
                "29401;1;YZ;8;10.001;SIPO            | amount     | at most 2 decimals (CZK)",
                "29401;1;YZ;8;10.000;SIPO            | amount     | at most 2 decimals (CZK)",
                "29401;1;YZ;8;1e3;SIPO               | amount     | a positive amount",
                "29401;1;YZ;8;10,00;SIPO             | amount     | a positive amount",
                "29401;1;YZ;8;+10;SIPO               | amount     | a positive amount",
                "29401;1;YZ;8;.50;SIPO               | amount     | a positive amount",
                "29401;1;YZ;8;1000000000000;SIPO     | amount     | below 1,000,000,000,000",
                "29401;1;YZ;8;NaN;SIPO               | amount     | a positive amount",
                "29401;1;YZ;8;10.00;Sipo             | k_symbol   | capital letters",
            })
    void whatIsNotExactlyAnOrderIsRefused(String line, String field, String expected) throws Exception {
        assertThat(one(line)).isInstanceOfSatisfying(OrderLine.Refused.class, refused -> {
            assertThat(refused.number()).isEqualTo(2);
            assertThat(refused.field()).isEqualTo(field);
            assertThat(refused.expected()).contains(expected);
            assertThat(refused.message()).startsWith("line 2, " + field + ": found ");
        });
    }

    @ParameterizedTest
    @CsvSource({"JPY,500,true", "JPY,500.00,false", "KWD,12.345,true", "KWD,12.3456,false", "EUR,10.005,false"})
    void theCurrencyDecidesTheDecimals(String currency, String amount, boolean accepted) throws Exception {
        OrderLine line = read(HEADER + ";\"currency\"\n1;1;YZ;8;" + amount + ";SIPO;" + currency)
                .get(0);

        assertThat(line instanceof OrderLine.Accepted).isEqualTo(accepted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"XXX", "czk", "", "EURO"})
    void anUnknownCurrencyIsRefused(String currency) throws Exception {
        assertThat(read(HEADER + ";currency\n1;1;YZ;8;10;SIPO;" + currency))
                .singleElement()
                .extracting(OrderLine.Refused.class::cast)
                .extracting(OrderLine.Refused::field)
                .isEqualTo("currency");
    }

    @Test
    void theRestOfTheFileGoesOnAfterABadLine() throws Exception {
        assertThat(read(HEADER + "\n" + GOOD + "\nnonsense\n" + GOOD.replace("29401", "29402") + "\n"))
                .extracting(line -> line.number() + " " + (line instanceof OrderLine.Accepted))
                .containsExactly("2 true", "3 false", "4 true");
    }

    @Test
    void anEndlessLineIsRefusedWithoutBeingKept() throws Exception {
        List<OrderLine> lines = read(HEADER + "\n" + "x".repeat(5_000_000) + "\n" + GOOD);

        assertThat(lines.get(0)).isInstanceOfSatisfying(OrderLine.Refused.class, refused -> {
            assertThat(refused.expected()).isEqualTo("at most 2000 characters");
            assertThat(refused.message()).hasSizeLessThan(200);
        });
        assertThat(lines.get(1)).isInstanceOf(OrderLine.Accepted.class);
    }

    @Test
    void whatIsShownOfABadFieldCannotDriveATerminal() throws Exception {
        assertThat(((OrderLine.Refused) one("\u001B[2J\u0000\u202E;1;YZ;8;10.00;SIPO")).found())
                .isEqualTo("\"?[2J??\"");
    }

    @Test
    void bytesThatAreNoUtf8RefuseTheirLineOnly() throws Exception {
        byte[] file = (HEADER + "\n1;1;YZ;8;10;\u00C9\n" + GOOD).getBytes(ISO_8859_1);

        assertThat(read(file))
                .extracting(line -> line instanceof OrderLine.Accepted)
                .containsExactly(false, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "29401;1;\"YZ\";\"87144583\";2452.00;\"SIPO\"",
                "order_id;account_id;bank_to;account_to;k_symbol;amount",
                "order_id;account_id;bank_to;account_to;amount;k_symbol;colour"
            })
    void aFileWithoutTheHeaderIsNoOrderFile(String first) {
        assertThatThrownBy(() -> read(first + "\n" + GOOD))
                .isInstanceOf(OrderFileException.class)
                .hasMessageStartingWith("line 1: found \"")
                .hasMessageContaining("order_id;account_id;bank_to;account_to;amount;k_symbol");
    }

    @Test
    void aByteOrderMarkBeforeTheHeaderIsNoPartOfIt() throws Exception {
        assertThat(read("\uFEFF" + HEADER + "\n" + GOOD)).hasSize(1);
    }

    private static OrderLine one(String line) throws IOException, OrderFileException {
        return read(HEADER + "\n" + line + "\n").get(0);
    }

    private static List<OrderLine> read(String file) throws IOException, OrderFileException {
        return read(file.getBytes(UTF_8));
    }

    private static List<OrderLine> read(byte[] file) throws IOException, OrderFileException {
        List<OrderLine> lines = new ArrayList<>();
        try (OrderReader reader = OrderReader.open(new ByteArrayInputStream(file))) {
            for (Optional<OrderLine> line = reader.next(); line.isPresent(); line = reader.next()) {
                lines.add(line.get());
            }
        }
        return lines;
    }
}
