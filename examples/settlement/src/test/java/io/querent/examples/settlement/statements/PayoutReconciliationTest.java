package io.querent.examples.settlement.statements;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.command.history.HistoryText;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.iso20022.StatementFile;
import io.querent.examples.settlement.iso20022.StatementReader;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.TextMask;
import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.Finding;
import io.querent.runtime.reconciliation.ItemResult;
import io.querent.runtime.reconciliation.ItemResult.Fate;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.work.Definitions;
import io.querent.saga.Amount;
import io.querent.saga.Call;
import io.querent.saga.Downstream;
import io.querent.saga.MinorUnits;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import io.querent.testkit.memory.MemoryBacking;
import io.querent.testkit.store.TestClock;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payouts that are taken back at a bank which never says what became of a reversal. */
class PayoutReconciliationTest {
    private static final String NAME = "2026-11-30-123456789012.xml";
    private static final String PAID = "pay.B1";
    private static final String UNDONE = "pay.B1.undo";
    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(30))
            .visibleWithin(Duration.ofMinutes(10))
            .keyLength(35)
            .build();

    private final MemoryBacking backing = new MemoryBacking(new TestClock(Instant.parse("2026-11-30T12:00:00Z")));
    private final TestStore store = TestStore.on(backing);
    private final SagaDefinition<String> definition = definition();
    private final TestEngine engine = store.node("a", definition);
    private final SagaJournal journal = backing.open().journal();
    private final PayoutReconciliation reconciliation = new PayoutReconciliation(
            engine.engine(), journal, new Definitions(List.of(definition)), new PayloadCodec());
    private SagaHandle saga;

    @BeforeEach
    void takeBack() {
        saga = engine.start(definition, "M001:2026-11-30:v1");
        engine.await(saga, UNDONE, OperationStatus.UNKNOWN);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static SagaDefinition<String> definition() {
        return Saga.define(SettlementSaga.NAME, String.class)
                .businessKey(key -> key)
                .forEach(
                        SettlementSaga.PAY,
                        each -> each.items(String.class, input -> List.of("B1"), item -> item)
                                .collect()
                                .downstream(BANK)
                                .request(TransferRequest.class, (input, item) -> transfer())
                                .each(pay -> pay.call(PayoutReconciliationTest::pay)
                                        .query((call, sent) -> QueryResult.unavailable("no answer"))
                                        .matches(TransferRequest::isMetBy)
                                        .amount(sent -> new Amount(sent.amount(), sent.currency()))
                                        .compensate(
                                                Reversal.class,
                                                undo -> undo.request(
                                                                ReversalRequest.class,
                                                                (input, paid) -> ReversalRequest.of(paid))
                                                        .call((call, sent) -> Outcome.unknown("no answer"))
                                                        .query((call, sent) -> QueryResult.unavailable("no answer"))
                                                        .matches(ReversalRequest::isMetBy))))
                .step(
                        "book",
                        String.class,
                        step -> step.after(SettlementSaga.PAY)
                                .downstream(Downstream.named("ledger")
                                        .honoursOperationKey(Duration.ofDays(30))
                                        .visibleWithin(Duration.ofMinutes(10))
                                        .build())
                                .pivot()
                                .request(String.class, input -> input.input())
                                .call((call, sent) -> Outcome.rejected("NOT_FROZEN", "there is no such window"))
                                .query((call, sent) -> QueryResult.unavailable("no answer"))
                                .matches(String::equals))
                .build();
    }

    private static TransferRequest transfer() {
        return new TransferRequest("5001001", "AB", "12", new BigDecimal("98.10"), "EUR", "payout");
    }

    private static Outcome<Transfer> pay(Call call, TransferRequest sent) {
        return Outcome.succeeded(new Transfer(
                call.downstreamKey(),
                sent.debtorAccount(),
                sent.creditorBank(),
                sent.creditorAccount(),
                sent.amount(),
                sent.currency(),
                1));
    }

    @Test
    void aReversalInTheStatementIsDecidedByItsOwnIdOnceAndAudited() {
        StatementFile statement = statement(instruction(UNDONE), "98.10", "EUR");

        ReconciliationResult first = reconciliation.apply(statement, "alice", "end of day");

        assertThat(first.summary()).startsWith("1 replayed, 1 new; 0 waiting, 0 refused, 0 unavailable");
        assertThat(first.agrees()).isTrue();
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(engine.state(saga).statusOf(UNDONE)).isEqualTo(OperationStatus.SUCCEEDED);
        assertThat(reconciliation.apply(statement, "alice", "end of day").summary())
                .startsWith("2 replayed, 0 new; 0 waiting");
        List<AuditTrail.Entry> audit = journal.audit().read(saga.id(), null, 10);
        assertThat(audit).hasSize(1);
        assertThat(audit.get(0).letter().toString())
                .contains("operator=alice", NAME, "98.10 EUR CREDIT", "instruction id " + sent(UNDONE));
        assertThatHistoryNamesTheStatement();
    }

    /** Its digits look like an account's number. */
    private void assertThatHistoryNamesTheStatement() {
        SagaHistory history = journal.find(saga.id())
                .map(stored -> SagaHistory.of(stored.row().status(), stored.events()))
                .orElseThrow();

        assertThat(HistoryText.lines(history, new TextMask(MaskingRules.NOTHING_SHOWN)))
                .anyMatch(line -> line.contains("confirm-succeeded by alice: end of day (" + NAME + ", line 6,"));
    }

    @Test
    void aReversalByAnEndToEndIdOfItsOwnIsDecidedToo() {
        StatementFile statement = file(entry("DBIT", id(PAID), "98.10", "EUR")
                + entry("CRDT", "<EndToEndId>" + sent(UNDONE) + "</EndToEndId>", "98.10", "EUR"));

        assertThat(reconciliation.apply(statement, "alice", "end of day").count(Fate.RESOLVED))
                .isEqualTo(1);
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void aReversalOfAnotherAmountOrCurrencyIsAMismatchAndDecidesNothing() {
        for (StatementFile wrong : List.of(
                statement(instruction(UNDONE), "98.09", "EUR"), statement(instruction(UNDONE), "98.10", "CHF"))) {
            ReconciliationResult result = reconciliation.apply(wrong, "alice", "end of day");

            assertThat(result.findings(Finding.Mismatch.class))
                    .extracting(mismatch -> mismatch.operation().key().operation())
                    .containsExactly(UNDONE);
        }
        assertThat(engine.state(saga).statusOf(UNDONE)).isEqualTo(OperationStatus.UNKNOWN);
    }

    @Test
    void aReturnThatIsNotSaidToBeOursIsListedAndDecidesNothing() {
        ReconciliationResult result = reconciliation.apply(statement("", "98.10", "EUR"), "alice", "end of day");

        assertThat(result.items()).extracting(ItemResult::fate).containsExactly(Fate.LISTED, Fate.LISTED);
        assertThat(result.findings(Finding.Reversed.class)).hasSize(1);
        assertThat(result.findings(Finding.OnlyHere.class))
                .extracting(Finding.OnlyHere::operation)
                .extracting(ExpectedOperation::isCompensation)
                .containsExactly(true);
        assertThat(engine.state(saga).statusOf(UNDONE)).isEqualTo(OperationStatus.UNKNOWN);
    }

    @Test
    void aReturnOfWhatNobodyHerePaidIsOnlyInTheStatement() {
        StatementFile statement = file(entry("DBIT", id(PAID), "98.10", "EUR")
                + entry("CRDT", "<InstrId>NOBODYS</InstrId><EndToEndId>FOREIGN</EndToEndId>", "1.00", "EUR"));

        assertThat(reconciliation.apply(statement, "alice", "end of day").findings(Finding.OnlyInReport.class))
                .hasSize(1);
    }

    @Test
    void reversalsCountAmongWhatIsOpen() {
        assertThat(reconciliation.open())
                .extracting(one -> one.key().operation())
                .containsExactly(UNDONE);
    }

    private String sent(String operation) {
        return saga.key().operation(operation).encodedTo(BANK.keyLength());
    }

    private String id(String operation) {
        return "<EndToEndId>" + sent(operation) + "</EndToEndId>";
    }

    private String instruction(String operation) {
        return "<InstrId>" + sent(operation) + "</InstrId>";
    }

    private StatementFile statement(String instruction, String amount, String currency) {
        return file(entry("DBIT", id(PAID), "98.10", "EUR") + entry("CRDT", instruction + id(PAID), amount, currency));
    }

    private static String entry(String direction, String refs, String amount, String currency) {
        return "<Ntry><Amt Ccy=\"" + currency + "\">" + amount + "</Amt><CdtDbtInd>" + direction
                + "</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs>" + refs + "</Refs>"
                + (direction.equals("CRDT") ? "<RtrInf><AddtlInf>back</AddtlInf></RtrInf>" : "")
                + "</TxDtls></NtryDtls></Ntry>\n";
    }

    private static StatementFile file(String entries) {
        String xml = """
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
                <GrpHdr><MsgId>M</MsgId></GrpHdr>
                <Stmt><Id>S</Id>
                <Acct><Id><Othr><Id>5001001</Id></Othr></Id></Acct>
                """ + entries + "</Stmt></BkToCstmrStmt></Document>";
        return new StatementReader(MinorUnits.iso4217()).read(NAME, xml.getBytes(StandardCharsets.UTF_8));
    }
}
