package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.saga.MinorUnits;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a refusal says that a file is wrong. */
class StatementRefusalTest {
    private static final StatementReader READER = new StatementReader(MinorUnits.iso4217());

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                // what | text in the file | what stands there instead | path below /Document/BkToCstmrStmt | line
                "cut off in a text | 3.2</Amt> | EOF | /Stmt/Ntry/NtryDtls/TxDtls/Amt | 34",
                "cut off between elements | <NbOfTxs>2 | EOF | /Stmt/Ntry/NtryDtls/Btch | 33",
                "cut off between entries | <Ntry> | EOF | /Stmt | 15",
                "end of another element | </NtryDtls> | </Ntry> | /Stmt/Ntry/NtryDtls | 24",
                "entity | 3.2</Amt> | &ha;</Amt> | /Stmt/Ntry/NtryDtls/TxDtls/Amt | 34",
                "namespace | <Prtry> | <Prtry xmlns='urn:x'> | /Stmt/Ntry/BkTxCd/Prtry | 21",
                "text of any length | 544 | LONG | /Stmt/Ntry/BkTxCd/Prtry/Cd | 21",
                "currency | <TtlAmt Ccy=\"EUR\"> | <TtlAmt Ccy=\"EUX\"> | /Stmt/Ntry/NtryDtls/Btch/TtlAmt | 33",
                "end-to-end id again | settlement-A-p2 | settlement-A-p3 | /Stmt/Ntry/NtryDtls/TxDtls/Refs/EndToEndId | 34",
                "control sum | <Sum>38.30 | <Sum>38.31 | /Stmt/TxsSummry/TtlNtries/Sum | 12",
                "number of entries | <NbOfNtries>3 | <NbOfNtries>2 | /Stmt/TxsSummry/TtlDbtNtries/NbOfNtries | 13",
                "closing balance | >681.20< | >681.21< | /Stmt/Bal/Amt | 10",
                "other money | <Amt Ccy=\"EUR\">3.2 | <Amt Ccy=\"USD\">3.2 | /Stmt/Ntry/NtryDtls/TxDtls/Amt | 34",
                "other way | 3.2</Amt><CdtDbtInd>DBIT | 3.2</Amt><CdtDbtInd>CRDT | /Stmt/Ntry/NtryDtls/TxDtls/CdtDbtInd | 34",
                "status | <Cd>PDNG | <Cd>DONE | /Stmt/Ntry/Sts/Cd | 46",
                "account without number | NL26VAYB8060476890 | '' | /Stmt/Acct/Id/IBAN | 8"
            })
    void aRefusalNamesTheInnermostElementConcerned(String what, String from, String to, String path, int line) {
        int at = Statements.VERSION_8.indexOf(from);
        assertThat(at).as(what).isPositive();
        String instead = to.equals("LONG") ? "x".repeat(20_001) : to.equals("EOF") ? "" : to;
        String rest = to.equals("EOF") ? "" : Statements.VERSION_8.substring(at + from.length());

        assertThatThrownBy(() -> read(Statements.VERSION_8.substring(0, at) + instead + rest))
                .isInstanceOfSatisfying(RefusedFileException.class, refusal -> {
                    assertThat(refusal.path()).as(refusal.getMessage()).isEqualTo("/Document/BkToCstmrStmt" + path);
                    assertThat(refusal.line()).as(refusal.getMessage()).isEqualTo(line);
                    assertThat(refusal.file()).isEqualTo("statement.xml");
                });
    }

    /** Each is put behind what it doubles, in a line of its own. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // behind which text | what is doubled | path below /Document/BkToCstmrStmt | line
                "</GrpHdr> | <GrpHdr><MsgId>MSG-2</MsgId></GrpHdr> | /GrpHdr | 5",
                "</Stmt> | <GrpHdr><MsgId>MSG-1</MsgId></GrpHdr> | /GrpHdr | 51",
                "<Id>S-1</Id> | <Id>S-2</Id> | /Stmt/Id | 7",
                "<Ccy>EUR</Ccy></Acct> | <Acct><Id><IBAN>NL00OTHER</IBAN></Id></Acct> | /Stmt/Acct | 9",
                "</TxsSummry> | <TxsSummry></TxsSummry> | /Stmt/TxsSummry | 15",
                "<Id>S-1</Id> | PAGE PAGE | /Stmt/StmtPgntn | 7",
                "<MsgId>MSG-1</MsgId> | <MsgId>MSG-2</MsgId> | /GrpHdr/MsgId | 5",
                "<Id>S-1</Id> | <StmtPgntn><PgNb>1</PgNb><PgNb>2</PgNb></StmtPgntn> | /Stmt/StmtPgntn/PgNb | 7",
                "<IBAN>NL26VAYB8060476890</IBAN> | <IBAN>NL00OTHER</IBAN> | /Stmt/Acct/Id/IBAN | 9"
            })
    void whatMayBeThereOnceIsRefusedTheSecondTime(String behind, String doubled, String path, int line) {
        String page = "<StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>";
        String twice = Statements.VERSION_8.replaceFirst(
                Pattern.quote(behind), Matcher.quoteReplacement(behind + "\n" + doubled.replace("PAGE", page)));

        assertThat(twice).isNotEqualTo(Statements.VERSION_8);
        assertThatThrownBy(() -> read(twice))
                .isInstanceOfSatisfying(RefusedFileException.class, refusal -> {
                    assertThat(refusal.path()).as(refusal.getMessage()).isEqualTo("/Document/BkToCstmrStmt" + path);
                    assertThat(refusal.line()).as(refusal.getMessage()).isEqualTo(line);
                })
                .hasMessageContaining("expected=at most one ");
    }

    @Test
    void anEntityThatExpandsIsRefusedBeforeTheRoot() {
        String laughs = Statements.VERSION_8.replace(
                "<Document ", "<!DOCTYPE Document [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>\n<Document ");

        assertThatThrownBy(() -> read(laughs.replace(">12.50<", ">&b;<")))
                .isInstanceOfSatisfying(
                        RefusedFileException.class,
                        refusal -> assertThat(refusal.path()).isEqualTo("/"))
                .hasMessageContaining("no document type and no entities");
    }

    @Test
    void anotherAccountsStatementIsRefusedWhereItsNumberStands() {
        StatementFile file = read(Statements.VERSION_8);

        assertThatThrownBy(() -> file.requireAccount("5001001"))
                .isInstanceOfSatisfying(RefusedFileException.class, refusal -> {
                    assertThat(refusal.path()).isEqualTo("/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN");
                    assertThat(refusal.line()).isEqualTo(8);
                });
    }

    private static StatementFile read(String xml) {
        return READER.read("statement.xml", xml.getBytes(StandardCharsets.UTF_8));
    }
}
