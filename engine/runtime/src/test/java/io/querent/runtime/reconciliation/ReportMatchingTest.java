package io.querent.runtime.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.OperationStatus;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ReportMatchingTest {
    private static final String UETR_A = "235d1eb5-8dd7-4c1a-8ece-559df8c67da1";
    private static final String UETR_B = "335d1eb5-8dd7-4c1a-8ece-559df8c67da2";
    private static final ExpectedOperation A = operation("A", UETR_A, OperationStatus.UNKNOWN);
    private static final ExpectedOperation B = operation("B", UETR_B, OperationStatus.UNKNOWN);

    @Test
    void eitherIdLeadsToTheOperation() {
        ReportEntry byId = entry("1", "A", null, "12.50", "EUR", Direction.DEBIT, Status.BOOKED, false);
        ReportEntry byUetr = entry(
                "2",
                null,
                UETR_B.toUpperCase(java.util.Locale.ROOT),
                "12.5",
                "EUR",
                Direction.DEBIT,
                Status.BOOKED,
                false);

        assertThat(match(List.of(A, B), byId, byUetr))
                .containsExactly(new Finding.Proved(A, byId), new Finding.Proved(B, byUetr));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN", "PENDING", "IN_REVIEW"})
    void whatIsOpenIsProvedByABookingAndByARefusal(OperationStatus status) {
        ExpectedOperation open = operation("A", UETR_A, status);

        assertThat(match(List.of(open), booked("1", "A"))).hasExactlyElementsOfTypes(Finding.Proved.class);
        assertThat(match(List.of(open), entry("1", "A", null, "12.50", "EUR", Direction.DEBIT, Status.REJECTED, false)))
                .hasExactlyElementsOfTypes(Finding.Proved.class);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"UNKNOWN", "PENDING", "IN_REVIEW", "SUCCEEDED", "IN_FLIGHT"},
            mode = Mode.EXCLUDE)
    void aBookingOfWhatIsRecordedAsNotDoneIsAMismatch(OperationStatus status) {
        assertThat(match(List.of(operation("A", UETR_A, status)), booked("1", "A")))
                .hasExactlyElementsOfTypes(Finding.Mismatch.class);
    }

    @Test
    void whatIsRecordedIsAlreadyKnownAndItsContraryAMismatch() {
        ExpectedOperation done = operation("A", UETR_A, OperationStatus.SUCCEEDED);
        ReportEntry refused = entry("1", "A", null, "12.50", "EUR", Direction.DEBIT, Status.REJECTED, false);

        assertThat(match(List.of(done), booked("1", "A"))).hasExactlyElementsOfTypes(Finding.AlreadyKnown.class);
        assertThat(match(List.of(done), refused)).hasExactlyElementsOfTypes(Finding.Mismatch.class);
        assertThat(match(List.of(operation("A", UETR_A, OperationStatus.REJECTED)), refused))
                .hasExactlyElementsOfTypes(Finding.AlreadyKnown.class);
    }

    @Test
    void amountCurrencyAndDirectionHaveToAgree() {
        assertMismatch("another amount", entry("1", "A", null, "12.51", "EUR", Direction.DEBIT, Status.BOOKED, false));
        assertMismatch("another amount", entry("1", "A", null, "12.50", "CHF", Direction.DEBIT, Status.BOOKED, false));
        assertMismatch("the other way", entry("1", "A", null, "12.50", "EUR", Direction.CREDIT, Status.BOOKED, false));
        assertMismatch("another amount", entry("1", "A", null, "12.51", "EUR", Direction.DEBIT, Status.PENDING, false));
    }

    @Test
    void idsThatDisagreeAreAMismatchOfBothOperations() {
        ReportEntry both = entry("1", "A", UETR_B, "12.50", "EUR", Direction.DEBIT, Status.BOOKED, false);

        assertThat(match(List.of(A, B), both))
                .hasExactlyElementsOfTypes(Finding.Mismatch.class, Finding.Mismatch.class);
        assertMismatch("another id", entry("1", "Z", UETR_A, "12.50", "EUR", Direction.DEBIT, Status.BOOKED, false));
    }

    @Test
    void twoBookingsOfOneOperationAreAMismatch() {
        assertMismatch("booked 2 times", booked("1", "A"), booked("2", "A"));
    }

    @Test
    void bookedAndRefusedIsAMismatch() {
        assertMismatch(
                "both booked and refused",
                booked("1", "A"),
                entry("2", "A", null, "12.50", "EUR", Direction.DEBIT, Status.REJECTED, false));
    }

    @Test
    void whatCameBackIsReversedAlsoWhenItsDebitWasInAnEarlierReport() {
        ReportEntry back = entry("2", "A", null, "12.50", "EUR", Direction.CREDIT, Status.BOOKED, true);
        ReportEntry plain = entry("2", "A", null, "12.50", "EUR", Direction.CREDIT, Status.BOOKED, false);

        assertThat(match(List.of(A), booked("1", "A"), back))
                .containsExactly(new Finding.Reversed(A, List.of(booked("1", "A"), back)));
        assertThat(match(List.of(A), booked("1", "A"), plain)).hasExactlyElementsOfTypes(Finding.Reversed.class);
        assertThat(match(List.of(A), back)).hasExactlyElementsOfTypes(Finding.Reversed.class);
    }

    @Test
    void whatOurCompensationTookBackIsAlreadyKnown() {
        ExpectedOperation undone = new ExpectedOperation(
                A.key(), A.downstreamKey(), null, A.amount(), A.direction(), OperationStatus.SUCCEEDED, true, 9);
        ReportEntry back = entry("2", "A", null, "12.50", "EUR", Direction.CREDIT, Status.BOOKED, true);

        assertThat(match(List.of(undone), booked("1", "A"), back))
                .containsExactly(new Finding.AlreadyKnown(undone, back));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN", "PENDING", "IN_REVIEW"})
    void whatACompensationTakesBackIsFoundByItsOwnIdHoweverItIsTold(OperationStatus status) {
        ExpectedOperation undo = compensation(status);
        ExpectedOperation paid = operation("A", UETR_A, OperationStatus.SUCCEEDED);
        ReportEntry asInstruction = returned("2", "A", UETR_A, "A-back", "12.50");
        ReportEntry asItself = returned("2", "A-back", null, null, "12.50");
        ReportEntry notAsReturn = entry("2", "A-back", null, "12.50", "EUR", Direction.CREDIT, Status.BOOKED, false);

        for (ReportEntry back : List.of(asInstruction, asItself, notAsReturn)) {
            assertThat(match(List.of(paid, undo), booked("1", "A"), back))
                    .containsExactly(new Finding.AlreadyKnown(paid, booked("1", "A")), new Finding.Proved(undo, back));
        }
    }

    @Test
    void aCompensationThatIsRecordedIsAlreadyKnownAndItsContraryAMismatch() {
        ReportEntry back = returned("2", "A", UETR_A, "A-back", "12.50");

        assertThat(match(List.of(compensation(OperationStatus.SUCCEEDED)), back))
                .hasExactlyElementsOfTypes(Finding.AlreadyKnown.class);
        assertThat(match(List.of(compensation(OperationStatus.REJECTED)), back))
                .hasExactlyElementsOfTypes(Finding.Mismatch.class);
        assertThat(match(List.of(compensation(OperationStatus.IN_FLIGHT)), back))
                .hasExactlyElementsOfTypes(Finding.NotYet.class);
    }

    @Test
    void aReturnThatDoesNotAgreeWithItsCompensationIsAMismatchOfIt() {
        ExpectedOperation undo = compensation(OperationStatus.UNKNOWN);
        for (ReportEntry wrong : List.of(
                returned("2", "A", UETR_A, "A-back", "12.49"),
                returned("2", "Z", UETR_A, "A-back", "12.50"),
                returned("2", "A", UETR_B, "A-back", "12.50"),
                entry("2", "A-back", null, "12.50", "CHF", Direction.CREDIT, Status.BOOKED, true),
                entry("2", "A-back", null, "12.50", "EUR", Direction.DEBIT, Status.BOOKED, false))) {
            assertThat(match(List.of(undo), wrong))
                    .as(wrong.toString())
                    .hasExactlyElementsOfTypes(Finding.Mismatch.class);
        }
        assertThat(match(
                        List.of(undo),
                        returned("2", "A", UETR_A, "A-back", "12.50"),
                        returned("3", "A", UETR_A, "A-back", "12.50")))
                .hasExactlyElementsOfTypes(Finding.Mismatch.class);
    }

    @Test
    void aReturnWithoutAnIdOfItsOwnProvesNoCompensation() {
        ExpectedOperation undo = compensation(OperationStatus.UNKNOWN);
        ExpectedOperation paid = operation("A", UETR_A, OperationStatus.SUCCEEDED);
        ReportEntry back = returned("2", "A", UETR_A, null, "12.50");
        ReportEntry anothers = returned("2", "A", UETR_A, "Z-back", "12.50");

        assertThat(match(List.of(paid, undo), back))
                .containsExactly(new Finding.Reversed(paid, List.of(back)), new Finding.OnlyHere(undo));
        assertThat(match(List.of(paid, undo), anothers))
                .containsExactly(new Finding.Reversed(paid, List.of(anothers)), new Finding.OnlyHere(undo));
        assertThat(match(List.of(undo), returned("2", "Z", null, "Z-back", "12.50")))
                .hasExactlyElementsOfTypes(Finding.OnlyHere.class, Finding.OnlyInReport.class);
    }

    @Test
    void aReturnThatNamesAnotherPayoutIsAMismatchOfThatOneToo() {
        ExpectedOperation undo = compensation(OperationStatus.UNKNOWN);

        assertThat(match(List.of(B, undo), returned("2", "B", UETR_A, "A-back", "12.50")))
                .allMatch(finding -> !(finding instanceof Finding.Proved));
    }

    @Test
    void whatIsNotFinalProvesNothing() {
        for (Status status : List.of(Status.PENDING, Status.INFORMATION)) {
            ReportEntry entry = entry("1", "A", null, "12.50", "EUR", Direction.DEBIT, status, false);
            assertThat(match(List.of(A), entry)).hasExactlyElementsOfTypes(Finding.NotYet.class);
        }
        ReportEntry pending = entry("1", "A", null, "12.50", "EUR", Direction.DEBIT, Status.PENDING, false);
        assertThat(match(List.of(A), pending, booked("2", "A"))).hasExactlyElementsOfTypes(Finding.Proved.class);
        assertThat(match(List.of(operation("A", UETR_A, OperationStatus.IN_FLIGHT)), booked("1", "A")))
                .hasExactlyElementsOfTypes(Finding.NotYet.class);
    }

    @Test
    void whatOnlyOneSideKnowsIsListed() {
        ReportEntry foreign = booked("1", "Z");

        assertThat(match(List.of(A), foreign))
                .containsExactly(new Finding.OnlyHere(A), new Finding.OnlyInReport(foreign));
    }

    @Test
    void operationsThatCannotBeToldApartAreRefused() {
        assertThatThrownBy(() -> match(List.of(A, operation("A", null, OperationStatus.UNKNOWN))))
                .hasMessageStartingWith("QRT-3451");
        assertThatThrownBy(() -> match(List.of(A, operation("C", UETR_A, OperationStatus.UNKNOWN))))
                .hasMessageStartingWith("QRT-3451");
    }

    @Test
    void aReportThatCannotBeMeantIsRefused() {
        ReportEntry entry = booked("1", "A");
        String digest = "ab".repeat(32);

        assertThatThrownBy(() -> new ProviderReport("a.xml", "AB".repeat(32), List.of()))
                .hasMessageStartingWith("QRT-3450");
        assertThatThrownBy(() -> new ProviderReport(" ", digest, List.of())).hasMessageStartingWith("QRT-3450");
        assertThatThrownBy(() -> new ProviderReport("a.xml", digest, List.of(entry, entry)))
                .hasMessageStartingWith("QRT-3450");
        assertThatThrownBy(() -> entry("1", "A", null, "-1", "EUR", Direction.DEBIT, Status.BOOKED, false))
                .hasMessageStartingWith("QRT-3450");
    }

    private static void assertMismatch(String detail, ReportEntry... entries) {
        assertThat(match(List.of(A), entries))
                .hasExactlyElementsOfTypes(Finding.Mismatch.class)
                .first()
                .asString()
                .contains(detail);
    }

    private static List<Finding> match(List<ExpectedOperation> expected, ReportEntry... entries) {
        return ReportMatching.match(new ProviderReport("a.xml", "ab".repeat(32), Arrays.asList(entries)), expected);
    }

    private static ExpectedOperation operation(String key, @Nullable String uetr, OperationStatus status) {
        return new ExpectedOperation(
                new OperationKey("default:settlement:m:pay." + key),
                key,
                uetr,
                Amount.of("12.50", "EUR"),
                Direction.DEBIT,
                status,
                false,
                3);
    }

    /** Of what A has paid. */
    private static ExpectedOperation compensation(OperationStatus status) {
        return new ExpectedOperation(
                A.key().compensation(),
                "A-back",
                UETR_A,
                A.amount(),
                Direction.CREDIT,
                status,
                false,
                5,
                A.downstreamKey());
    }

    private static ReportEntry returned(
            String reference, String id, @Nullable String uetr, @Nullable String own, String amount) {
        return new ReportEntry(
                reference,
                Integer.parseInt(reference),
                id,
                uetr,
                own,
                Amount.of(amount, "EUR"),
                Direction.CREDIT,
                Status.BOOKED,
                true,
                null,
                null);
    }

    private static ReportEntry booked(String reference, String id) {
        return entry(reference, id, null, "12.50", "EUR", Direction.DEBIT, Status.BOOKED, false);
    }

    private static ReportEntry entry(
            String reference,
            @Nullable String id,
            @Nullable String uetr,
            String amount,
            String currency,
            Direction direction,
            Status status,
            boolean reversal) {
        return new ReportEntry(
                reference,
                Integer.parseInt(reference),
                id,
                uetr,
                Amount.of(amount, currency),
                direction,
                status,
                reversal,
                null,
                null);
    }
}
