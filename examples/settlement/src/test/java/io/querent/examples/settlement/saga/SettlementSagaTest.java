package io.querent.examples.settlement.saga;

import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.decline;
import static io.querent.testkit.bank.SendWord.reset;

import io.querent.decision.SagaStatus;
import io.querent.examples.payment.bankclient.BankClient;
import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.ledger.message.BookSettlement.Line;
import io.querent.examples.settlement.ledger.message.BookedSettlement;
import io.querent.examples.settlement.ledger.message.FrozenWindow;
import io.querent.examples.settlement.ledger.message.ReopenWindow;
import io.querent.examples.settlement.ledger.message.ReopenedWindow;
import io.querent.examples.settlement.ledgerclient.LedgerSteps;
import io.querent.examples.settlement.payout.FeeRule;
import io.querent.examples.settlement.payout.Share;
import io.querent.examples.settlement.reports.ReportDesk;
import io.querent.examples.settlement.reports.ReportStore;
import io.querent.examples.settlement.reports.StoredReport;
import io.querent.examples.settlement.reports.Written;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.scenario.SagaTest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The definition alone: who does what, everybody else is scripted. */
class SettlementSagaTest {
    private static final String KEY = "M001:2026-11-29:v1";
    private static final String SHA = "0".repeat(64);

    /** Nobody is called by these tests, so nobody has to be there. */
    private static SagaDefinition<Settlement> definition() {
        BankClient nowhere = new BankClient(() -> {
            throw new ConnectException("nobody");
        });
        ReportDesk reports = new ReportDesk(JdbcClient.create(new DriverManagerDataSource("jdbc:nowhere")));
        return SettlementSaga.define(
                new LedgerSteps(URI.create("http://127.0.0.1:1")),
                new SingleTransfers(nowhere),
                reports,
                new ReportStore(Path.of("nowhere"), reports));
    }

    private static SagaTest<Settlement> settlement() {
        List<Share> shares = List.of(new Share("B1", "AB", "111", 10_000), new Share("B2", "AB", "222", 5_000));
        SagaTest<Settlement> test = SagaTest.of(definition())
                .given(new Settlement(
                        "M001", LocalDate.parse("2026-11-29"), "v1", Instant.parse("2026-11-29T17:00:00Z")))
                .answers("freeze-window", new FrozenWindow(KEY, "M001", "2026-11-29", "EUR", 15_000, 2, shares))
                .answersBy(
                        "compute-payouts",
                        ComputePayouts.class,
                        request ->
                                FeeRule.of(request.rules()).orElseThrow().divide(request.currency(), request.shares()))
                .answersBy("book", BookSettlement.class, SettlementSagaTest::booked)
                .answersBy(
                        "freeze-window.undo",
                        ReopenWindow.class,
                        request -> new ReopenedWindow(request.settlement(), 2))
                .answers("report-generated", new Written(KEY, SHA))
                .answers("report-uploaded", new StoredReport("file.csv", SHA));
        for (String item : List.of("B1", "B2")) {
            test.answersBy("pay." + item, TransferRequest.class, request -> transfer(item, request))
                    .answersBy("pay." + item + ".undo", ReversalRequest.class, SettlementSagaTest::reversal);
        }
        return test;
    }

    private static Transfer transfer(String item, TransferRequest request) {
        return new Transfer(
                "key-of-" + item,
                request.debtorAccount(),
                request.creditorBank(),
                request.creditorAccount(),
                request.amount(),
                request.currency(),
                1);
    }

    private static Reversal reversal(ReversalRequest request) {
        return new Reversal(
                "back-" + request.originalKey(), request.originalKey(), request.amount(), request.currency(), 1);
    }

    private static BookedSettlement booked(BookSettlement request) {
        return new BookedSettlement(
                request.settlement(),
                request.currency(),
                request.totalMinor(),
                request.paidMinor(),
                request.returnedMinor(),
                request.feesMinor());
    }

    @Test
    void aRefusedPayoutStopsNoOtherAndIsReturnedToTheBalance() {
        settlement()
                .next("pay.B2", decline("account-closed"))
                .when()
                .start()
                .finish()
                .then()
                .status(SagaStatus.COMPLETED)
                .effects("pay.B1", 1)
                .effects("pay.B2", 0)
                .request(
                        "book",
                        new BookSettlement(
                                KEY,
                                "M001",
                                "2026-11-29",
                                "EUR",
                                15_000,
                                285,
                                List.of(new Line("B1", 9_810, "key-of-B1")),
                                List.of(new Line("B2", 4_905, "account-closed"))));
    }

    @Test
    void aPayoutWhoseAnswerIsLostIsAskedForAndNotSentAgain() {
        settlement()
                .next("pay.B1", apply(), reset())
                .when()
                .start()
                .advance(Duration.ofMinutes(1))
                .finish()
                .then()
                .status(SagaStatus.COMPLETED)
                .effects("pay.B1", 1)
                .sends("pay.B1", 1);
    }

    @Test
    void aSettlementThatCannotBeBookedGivesEveryPayoutBackAndThenTheWindow() {
        settlement()
                .always("book", decline("NOT_FROZEN"))
                .when()
                .start()
                .finish()
                .then()
                .status(SagaStatus.COMPENSATED)
                .effects("pay.B1.undo", 1)
                .effects("pay.B2.undo", 1)
                .effects("freeze-window.undo", 1)
                .history("pay.B1.undo", "freeze-window.undo");
    }

    @Test
    void theWindowIsNotGivenBackWhileAPayoutHasNotComeBack() {
        settlement()
                .always("book", decline("NOT_FROZEN"))
                .always("pay.B2.undo", decline("insufficient-funds"))
                .when()
                .start()
                .finish()
                .then()
                .status(SagaStatus.IN_REVIEW)
                .effects("pay.B1.undo", 1)
                .sends("freeze-window.undo", 0);
    }

    /** The bank without files. */
    private record SingleTransfers(BankClient bank) implements PayoutBank {
        @Override
        public Outcome<Transfer> pay(Call call, TransferRequest request) throws IOException, InterruptedException {
            return bank.transfer(call, request);
        }

        @Override
        public QueryResult<Transfer> findPayout(Call call, TransferRequest request)
                throws IOException, InterruptedException {
            return bank.findTransfer(call, request);
        }

        @Override
        public Outcome<Reversal> reverse(Call call, ReversalRequest request) throws IOException, InterruptedException {
            return bank.reverse(call, request);
        }

        @Override
        public QueryResult<Reversal> findReversal(Call call, ReversalRequest request)
                throws IOException, InterruptedException {
            return bank.findReversal(call, request);
        }
    }
}
