package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementReaderTest {
    private static final StatementReader READER = new StatementReader(MinorUnits.iso4217());

    @Test
    void everyTransactionIsReadWithAllThatMatchingNeeds() {
        StatementFile file = read(Statements.VERSION_8);

        assertThat(file.message()).isEqualTo(StatementMessage.CAMT_053_001_08);
        assertThat(file.messageId()).isEqualTo("MSG-1");
        assertThat(file.report().source()).isEqualTo("statement.xml");
        assertThat(file.report().entries())
                .containsExactly(
                        new ReportEntry(
                                "BANK-1",
                                22,
                                "settlement-A-p1",
                                "235d1eb5-8dd7-4c1a-8ece-559df8c67da1",
                                Amount.of("12.50", "EUR"),
                                Direction.DEBIT,
                                Status.BOOKED,
                                false,
                                null,
                                LocalDate.of(2026, 11, 30)),
                        transaction("entry 2.1", 34, "settlement-A-p2", "3.1", Direction.DEBIT, Status.BOOKED),
                        transaction("entry 2.2", 34, "settlement-A-p3", "3.2", Direction.DEBIT, Status.BOOKED),
                        new ReportEntry(
                                "BANK-3",
                                43,
                                "settlement-A-p1",
                                null,
                                Amount.of("12.50", "EUR"),
                                Direction.CREDIT,
                                Status.BOOKED,
                                true,
                                "AC04",
                                LocalDate.of(2026, 11, 30)),
                        transaction("BANK-4", 48, "settlement-A-p4", "7.00", Direction.DEBIT, Status.PENDING));
    }

    @Test
    void version2HasStatusAndAmountElsewhere() {
        assertThat(read(Statements.VERSION_2).report().entries())
                .containsExactly(new ReportEntry(
                        "entry 1",
                        18,
                        "settlement-A-p1",
                        null,
                        Amount.of("12.50", "EUR"),
                        Direction.DEBIT,
                        Status.BOOKED,
                        false,
                        null,
                        LocalDate.of(2026, 11, 30)));
    }

    @Test
    void aFileOnOneLineIsReadAndRefusedAllTheSame() {
        String line = Statements.VERSION_8.replaceAll("\\R *", "");

        assertThat(read(line).report().entries()).hasSize(5);
        assertRefused(line.replace(">681.20<", ">681.21<"), 1, "681.20 EUR");
    }

    @Test
    void referencesOfABankThatRepeatsThemAreToldApart() {
        String repeated = Statements.VERSION_8.replace("BANK-3", "BANK-1");

        assertThat(read(repeated).report().entries())
                .extracting(ReportEntry::reference)
                .containsExactly("BANK-1", "entry 2.1", "entry 2.2", "BANK-1#2", "BANK-4");
    }

    @Test
    void aStatementOfSeveralPagesIsNotHeldAgainstBalancesOfAll() {
        String page = Statements.VERSION_8
                .replace(
                        "<Id>S-1</Id>", "<Id>S-1</Id><StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>")
                .replace(">681.20<", ">1.00<");

        assertThat(read(page).report().entries()).hasSize(5);
    }

    @Test
    void severalStatementsAreReadEachWithItsOwnBalances() {
        StatementFile file = read(Statements.twice("S-2"));

        assertThat(file.statements()).extracting(Statement::id).containsExactly("S-1", "S-2");
        assertRefused(Statements.twice("S-1"), 52, "S-1 again");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aFileThatIsNotWhatItSaysIsRefusedWithItsLine(String what, String from, String to, int line, String found) {
        assertThat(Statements.VERSION_8).contains(from);

        assertRefused(Statements.VERSION_8.replace(from, to), line, found);
    }

    static Stream<Arguments> aFileThatIsNotWhatItSaysIsRefusedWithItsLine() {
        return Stream.of(
                Arguments.of("another version", "camt.053.001.08", "camt.053.001.06", 2, "camt.053.001.06"),
                Arguments.of(
                        "no namespace", " xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"", "", 2, "none"),
                Arguments.of("another message", "BkToCstmrStmt>", "BkToCstmrAcctRpt>", 3, "BkToCstmrStmt"),
                Arguments.of(
                        "unknown currency",
                        "Ccy=\"EUR\">12.50</Amt>\n        <CdtDbtInd>DBIT",
                        "Ccy=\"EUX\">12.50</Amt>\n        <CdtDbtInd>DBIT",
                        16,
                        "EUX"),
                Arguments.of("no currency", "Ccy=\"EUR\">7.00<", "C=\"EUR\">7.00<", 46, "attribute Ccy"),
                Arguments.of("too many decimals", ">7.00<", ">7.001<", 46, "7.001"),
                Arguments.of("negative amount", ">7.00<", ">-7.00<", 46, "-7.00"),
                Arguments.of("amount in letters", ">7.00<", ">7,00<", 46, "7,00"),
                Arguments.of("huge amount", ">7.00<", ">" + "9".repeat(19) + "<", 46, "999"),
                Arguments.of("exponent", ">7.00<", ">7e9<", 46, "7e9"),
                Arguments.of("no amount", "<Amt Ccy=\"EUR\">7.00</Amt>", "", 45, "element Amt"),
                Arguments.of(
                        "two amounts",
                        "<Amt Ccy=\"EUR\">7.00</Amt>",
                        "<Amt Ccy=\"EUR\">7.00</Amt><Amt Ccy=\"EUR\">7.00</Amt>",
                        46,
                        "another one"),
                Arguments.of(
                        "no direction",
                        "<CdtDbtInd>CRDT</CdtDbtInd>\n        <Sts>",
                        "<CdtDbtInd/>\n        <Sts>",
                        38,
                        "CRDT or DBIT"),
                Arguments.of("unknown status", ">PDNG<", ">DONE<", 46, "DONE"),
                Arguments.of(
                        "day that does not exist",
                        "<Dt>2026-11-30</Dt></BookgDt>\n        <AcctSvcrRef>BANK-1",
                        "<Dt>2026-11-31</Dt></BookgDt>\n        <AcctSvcrRef>BANK-1",
                        19,
                        "2026-11-31"),
                Arguments.of(
                        "time in a day's place",
                        "<Dt>2026-11-30</Dt></BookgDt>\n        <AcctSvcrRef>BANK-1",
                        "<Dt>today</Dt></BookgDt>\n        <AcctSvcrRef>BANK-1",
                        19,
                        "today"),
                Arguments.of("the same id again", "settlement-A-p2", "settlement-A-p3", 34, "settlement-A-p3 again"),
                Arguments.of("wrong number of a batch", "<NbOfTxs>2<", "<NbOfTxs>3<", 33, "found=3"),
                Arguments.of("wrong sum of a batch", "<TtlAmt Ccy=\"EUR\">6.3<", "<TtlAmt Ccy=\"EUR\">6.4<", 33, "6.3"),
                Arguments.of(
                        "batch that is not its parts", "<Amt Ccy=\"EUR\">3.2<", "<Amt Ccy=\"EUR\">3.3<", 33, "6.4"),
                Arguments.of(
                        "transactions the other way",
                        "<CdtDbtInd>DBIT</CdtDbtInd></TxDtls></NtryDtls>",
                        "<CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls>",
                        48,
                        "CREDIT in EUR"),
                Arguments.of(
                        "sum of a batch in other money", "<TtlAmt Ccy=\"EUR\">", "<TtlAmt Ccy=\"USD\">", 33, "USD"),
                Arguments.of("two opening balances", "<Cd>CLBD<", "<Cd>OPBD<", 10, "681.20 EUR"),
                Arguments.of("two closing balances", "<Cd>OPBD<", "<Cd>CLBD<", 10, "681.20 EUR"),
                Arguments.of(
                        "other balance before than at the beginning", "<Cd>CLBD<", "<Cd>PRCD<", 10, "687.50 EUR and"),
                Arguments.of(
                        "other money than the entry's",
                        "<Refs><EndToEndId>settlement-A-p4</EndToEndId></Refs>",
                        "<Refs><EndToEndId>settlement-A-p4</EndToEndId></Refs><Amt Ccy=\"USD\">7.00</Amt>",
                        48,
                        "DEBIT in USD"),
                Arguments.of(
                        "wrong number of entries",
                        "<NbOfNtries>4</NbOfNtries>",
                        "<NbOfNtries>5</NbOfNtries>",
                        12,
                        "found=5"),
                Arguments.of("wrong sum of entries", "<Sum>38.30</Sum>", "<Sum>38.31</Sum>", 12, "found=38.31"),
                Arguments.of("wrong sum of debits", "<Sum>25.80</Sum>", "<Sum>25.81</Sum>", 13, "found=25.81"),
                Arguments.of("balances that do not add up", ">681.20<", ">681.19<", 10, "681.20 EUR"),
                Arguments.of(
                        "balances of two currencies",
                        "<Amt Ccy=\"EUR\">681.20<",
                        "<Amt Ccy=\"USD\">681.20<",
                        10,
                        "681.20 USD"),
                Arguments.of("no account", "<IBAN>NL26VAYB8060476890</IBAN>", "", 8, "Othr/Id"),
                Arguments.of(
                        "no header",
                        "<GrpHdr><MsgId>MSG-1</MsgId><CreDtTm>2026-12-01T01:00:00Z</CreDtTm></GrpHdr>",
                        "",
                        51,
                        "GrpHdr"),
                Arguments.of("long id", "settlement-A-p4", "x".repeat(37), 48, "xxx"),
                Arguments.of(
                        "net sum the other way",
                        "<Amt>13.30</Amt><CdtDbtInd>DBIT",
                        "<Amt>13.30</Amt><CdtDbtInd>CRDT",
                        12,
                        "found=13.30"),
                Arguments.of("long reference", "BANK-4", "B".repeat(200), 47, "BBB"),
                Arguments.of("long reason", "<Cd>AC04</Cd>", "<Cd>" + "A".repeat(200) + "</Cd>", 43, "AAA"),
                Arguments.of("end missing", "</Stmt>", "", 51, "Stmt"));
    }

    private static String pending(String entry, String transaction) {
        return Statements.around(
                "<Ntry>" + entry + "<CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><NtryDtls><TxDtls>"
                        + "<Refs><EndToEndId>p</EndToEndId></Refs>" + transaction + "</TxDtls></NtryDtls></Ntry>\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<Chrgs/>",
                "<Chrgs><Rcrd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>",
                "<Chrgs><Rcrd><Amt Ccy=\"EUR\">0.49</Amt></Rcrd></Chrgs>"
            })
    void anEntryThatMovesOtherMoneyThanItsTransactionAndChargesIsRefused(String charges) {
        String full = "<Amt Ccy=\"EUR\">12.50</Amt>";

        assertRefused(pending("<Amt Ccy=\"EUR\">0.01</Amt>" + charges, full), 9, "found=-0.01");
        assertRefused(pending("<Amt Ccy=\"EUR\">0.01</Amt>", full + charges), 9, "found=-0.01");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Chrgs><TtlChrgsAndTaxAmt Ccy=\"EUR\">0.50</TtlChrgsAndTaxAmt></Chrgs>",
                "<Chrgs><Amt Ccy=\"EUR\">0.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Chrgs>",
                "<Chrgs><Rcrd><Amt Ccy=\"EUR\">0.30</Amt></Rcrd><Rcrd><Amt Ccy=\"EUR\">0.20</Amt></Rcrd></Chrgs>"
            })
    void chargesThatAreStatedStandBetweenAnEntryAndItsTransaction(String charges) {
        String xml = pending("<Amt Ccy=\"EUR\">13.00</Amt>", "<Amt Ccy=\"EUR\">12.50</Amt>" + charges);

        assertThat(read(xml).report().entries())
                .extracting(ReportEntry::amount)
                .containsExactly(Amount.of("12.50", "EUR"));
        assertRefused(xml.replace(">13.00<", ">13.01<"), 9, "found=-13.01");
    }

    @Test
    void eachOfSeveralBatchesHasTheTotalOfItsOwnTransactions() {
        String apart = Statements.VERSION_8
                .replace("<NbOfTxs>2</NbOfTxs><TtlAmt Ccy=\"EUR\">6.3<", "<TtlAmt Ccy=\"EUR\">3.10<")
                .replace(
                        "</TxDtls><TxDtls>",
                        "</TxDtls></NtryDtls><NtryDtls><Btch><TtlAmt Ccy=\"EUR\">3.20</TtlAmt></Btch><TxDtls>");

        assertThat(read(apart).report().entries()).hasSize(5);
        assertRefused(apart.replace(">3.20</TtlAmt>", ">3.30</TtlAmt>"), 34, "found=3.30");
        assertRefused(apart.replace(">3.10</TtlAmt>", ">6.30</TtlAmt>"), 33, "found=6.30");
    }

    @Test
    void ofSeveralAmountsOfATransactionThatInTheEntrysCurrencyCounts() {
        String both = "<Amt Ccy=\"USD\">14.00</Amt><AmtDtls><TxAmt><Amt Ccy=\"EUR\">12.50</Amt></TxAmt></AmtDtls>";

        assertThat(read(pending("<Amt Ccy=\"EUR\">12.50</Amt>", both)).report().entries())
                .extracting(ReportEntry::amount)
                .containsExactly(Amount.of("12.50", "EUR"));
    }

    @Test
    void theFirstHalfOfAFileIsRefusedWhereverItWasCut() {
        byte[] whole = Statements.VERSION_8.strip().getBytes(StandardCharsets.UTF_8);
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            byte[] half = java.util.Arrays.copyOf(whole, random.nextInt(whole.length));
            assertThatThrownBy(() -> READER.read("statement.xml", half)).isInstanceOf(RefusedFileException.class);
        }
    }

    @Test
    void aThousandDamagedFilesAreReadOrRefusedAndNothingElse() {
        byte[] whole = Statements.VERSION_8.getBytes(StandardCharsets.UTF_8);
        Random random = new Random(11);
        int refused = 0;
        for (int round = 0; round < 1_000; round++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            try {
                READER.read("statement.xml", damaged);
            } catch (RefusedFileException expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    @Test
    void longFilesAreReadWithinMemory() {
        StringBuilder entries = new StringBuilder();
        for (int number = 0; number < 20_000; number++) {
            entries.append(Statements.entry(number));
        }
        StatementFile file = READER.read("long.xml", Statements.around(entries).getBytes(StandardCharsets.UTF_8));

        assertThat(file.report().entries()).hasSize(20_000);
    }

    private static ReportEntry transaction(
            String reference, int line, String id, String amount, Direction direction, Status status) {
        return new ReportEntry(
                reference,
                line,
                id,
                null,
                Amount.of(amount, "EUR"),
                direction,
                status,
                false,
                null,
                LocalDate.of(2026, 11, 30));
    }

    private static StatementFile read(String xml) {
        return READER.read("statement.xml", xml.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(String xml, int line, String found) {
        assertThatThrownBy(() -> read(xml))
                .isInstanceOfSatisfying(RefusedFileException.class, refusal -> {
                    assertThat(refusal).hasMessageContaining(found);
                    assertThat(refusal.line()).as(refusal.getMessage()).isEqualTo(line);
                })
                .hasMessageStartingWith("statement.xml:" + line + ":")
                .hasMessageContainingAll("expected=", "Nothing of the file was applied");
    }
}
