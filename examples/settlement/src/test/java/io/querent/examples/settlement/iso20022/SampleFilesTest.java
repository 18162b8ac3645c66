package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.prowidesoftware.swift.model.mx.MxCamt05300102;
import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.MxCamt05400108;
import io.querent.saga.MinorUnits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of other people's, which are not part of the repository: {@code -Dquerent.iso20022.samples=DIRECTORY} names where they are. */
class SampleFilesTest {
    private static final StatementReader READER = new StatementReader(MinorUnits.iso4217());

    @ParameterizedTest
    @CsvSource({
        "camt053.v2.minimal.xml, 1",
        "camt053.v2.multi.statement.xml, 2",
        "camt053.v8.xml, 1",
        "camt054.v8.xml, 3"
    })
    void everySampleIsReadAndProwideReadsTheSameAmounts(String name, int transactions) throws IOException {
        byte[] xml = sample(name);

        StatementFile file = READER.readUnchecked(name, xml);

        assertThat(file.report().entries()).hasSize(transactions);
        assertThat(entryAmounts(file)).containsExactlyElementsOf(prowideAmounts(file, xml));
    }

    @Test
    void aSampleThatHoldsTogetherIsAccepted() throws IOException {
        assertThat(READER.read("multi", sample("camt053.v2.multi.statement.xml"))
                        .statements())
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"camt053.v2.minimal.xml, 54, SEK", "camt054.v8.xml, 92, 2"})
    void aSampleThatContradictsItselfIsRefusedWhereItDoes(String name, int line, String found) throws IOException {
        byte[] xml = sample(name);

        assertThatThrownBy(() -> READER.read(name, xml))
                .hasMessageContaining(name + ":" + line + ":")
                .hasMessageContaining(found);
    }

    private static List<BigDecimal> entryAmounts(StatementFile file) {
        return file.statements().stream()
                .flatMap(statement -> statement.entries().stream())
                .map(entry -> entry.amount().value())
                .toList();
    }

    private static List<BigDecimal> prowideAmounts(StatementFile file, byte[] bytes) {
        String xml = new String(bytes, StandardCharsets.UTF_8);
        Stream<BigDecimal> amounts = switch (file.message()) {
            case CAMT_053_001_02 ->
                MxCamt05300102.parse(xml).getBkToCstmrStmt().getStmt().stream()
                        .flatMap(statement -> statement.getNtry().stream())
                        .map(entry -> entry.getAmt().getValue());
            case CAMT_053_001_08 ->
                MxCamt05300108.parse(xml).getBkToCstmrStmt().getStmt().stream()
                        .flatMap(statement -> statement.getNtry().stream())
                        .map(entry -> entry.getAmt().getValue());
            case CAMT_054_001_08 ->
                MxCamt05400108.parse(xml).getBkToCstmrDbtCdtNtfctn().getNtfctn().stream()
                        .flatMap(statement -> statement.getNtry().stream())
                        .map(entry -> entry.getAmt().getValue());
        };
        return amounts.toList();
    }

    private static byte[] sample(String name) throws IOException {
        String directory = System.getProperty("querent.iso20022.samples");
        assumeTrue(directory != null, "no samples: -Dquerent.iso20022.samples names no directory");
        Path file = Path.of(directory, name);
        assumeTrue(Files.isReadable(file), "no samples: " + file + " is not there");
        return Files.readAllBytes(file);
    }
}
