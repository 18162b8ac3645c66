package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.xml.Place;
import io.querent.examples.payment.xml.XmlCursor;
import io.querent.examples.payment.xml.XmlElement;
import io.querent.examples.payment.xml.XmlLimits;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.saga.Amount;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StatementFileTest {
    private static final Amount ONE = Amount.of("1.00", "EUR");

    @Test
    @Timeout(20)
    void aBankThatGivesAllItsEntriesOneReferenceIsReadInTime() {
        List<ReportEntry> entries =
                file(Collections.nCopies(150_000, entry("NONREF"))).report().entries();

        assertThat(entries).extracting(ReportEntry::reference).doesNotHaveDuplicates();
        assertThat(entries.get(149_999).reference()).isEqualTo("NONREF#150000");
    }

    @Test
    void aReferenceThatLooksLikeANumberedOneIsLeftToItsOwner() {
        assertThat(file(List.of(entry("A#2"), entry("A"), entry("A"), entry("A#2")))
                        .report()
                        .entries())
                .extracting(ReportEntry::reference)
                .containsExactly("A#2", "A", "A#3", "A#2#2");
    }

    private static StatementFile file(List<ReportEntry> entries) {
        StatementEntry entry = new StatementEntry(ONE, Direction.DEBIT, Status.BOOKED, entries, Place.START);
        Statement statement = new Statement(element("S"), element("1"), false, List.of(), List.of(), List.of(entry));
        return new StatementFile("s.xml", "0".repeat(64), "M", StatementMessage.CAMT_053_001_08, List.of(statement));
    }

    private static XmlElement element(String text) {
        byte[] xml = ("<Id>" + text + "</Id>").getBytes(StandardCharsets.UTF_8);
        try {
            return XmlCursor.open("s.xml", new ByteArrayInputStream(xml), XmlLimits.ofBytes(xml.length))
                    .readWhole("Id");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static ReportEntry entry(String reference) {
        return new ReportEntry(reference, 1, null, null, ONE, Direction.DEBIT, Status.BOOKED, false, null, null);
    }
}
