package io.querent.examples.settlement.statements;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.xml.RefusedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementArchiveTest {
    private static final String HEAD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
            <BkToCstmrStmt>
            <GrpHdr><MsgId>M</MsgId></GrpHdr>
            """;

    private static final String TAIL = """
            </BkToCstmrStmt>
            </Document>
            """;

    @TempDir
    private Path directory;

    @Test
    void aStatementOfTheAccountFromWhichIsPaidIsRead() throws IOException {
        assertThat(StatementArchive.read(file(statement("S-1", "5001001", "p1")))
                        .report()
                        .entries())
                .hasSize(1);
    }

    @Test
    void aStatementOfAnotherAccountProvesNoPayout() throws IOException {
        Path other = file(statement("S-1", "5001002", "p1"));

        assertThatThrownBy(() -> StatementArchive.read(other))
                .isInstanceOf(RefusedFileException.class)
                .hasMessageStartingWith("other.xml:5:")
                .hasMessageContainingAll("expected=the account 5001001", "found=5001002");
    }

    @Test
    void ofAFileWithAnotherAccountsStatementNothingIsTaken() throws IOException {
        Path both = file(statement("S-1", "5001001", "p1") + statement("S-2", "GB33BUKB20201555555555", "p2"));

        assertThatThrownBy(() -> StatementArchive.read(both))
                .hasMessageStartingWith("other.xml:6:")
                .hasMessageContaining("found=GB33BUKB20201555555555")
                .hasMessageContaining("Nothing of the file was applied");
    }

    private Path file(String statements) throws IOException {
        return Files.write(directory.resolve("other.xml"), (HEAD + statements + TAIL).getBytes(UTF_8));
    }

    private static String statement(String id, String account, String payout) {
        return "<Stmt><Id>" + id + "</Id><Acct><Id><Othr><Id>" + account + "</Id></Othr></Id></Acct>"
                + "<Ntry><Amt Ccy=\"EUR\">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>"
                + "<NtryDtls><TxDtls><Refs><EndToEndId>" + payout
                + "</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt>\n";
    }
}
