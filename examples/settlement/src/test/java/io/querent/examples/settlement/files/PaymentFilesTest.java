package io.querent.examples.settlement.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.FrozenRequest;
import io.querent.examples.payment.bank.BankServer;
import io.querent.examples.payment.bank.BankSettings;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.Declines;
import io.querent.examples.payment.bank.faults.LookupFaults;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.faults.SendFaults;
import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.runtime.call.CallContext;
import io.querent.saga.Call;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Against the real bank, over HTTP. */
@Timeout(60)
class PaymentFilesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T17:00:00Z");

    @TempDir
    private static Path directory;

    private static EmbeddedPostgresServer server;

    @TempDir
    private Path outgoing;

    private long tokens;

    @BeforeAll
    static void startDatabase() {
        server = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(directory)
                .withDatabaseName("bank")
                .withServerSettings(Map.of("fsync", "off")));
    }

    @AfterAll
    static void stopDatabase() {
        server.close();
    }

    private static BankServer bank(SendFaults sends) {
        BankFaults faults = new BankFaults(7, sends, LookupFaults.none(), Declines.none());
        BankSettings settings = new BankSettings(0, 16, true, Set.of("666"), null, faults);
        return BankServer.start(
                settings, new DriverManagerDataSource(server.jdbcUrl(), server.username(), server.password()));
    }

    private static BankAddress at(BankServer bank) {
        return () -> URI.create("http://127.0.0.1:" + bank.port());
    }

    private PaymentFiles files(BankAddress bank, int most) {
        return new PaymentFiles(bank, outgoing, () -> NOW, new PaymentFiles.Settings(most, Duration.ofSeconds(2)));
    }

    private static TransferRequest request(String account) {
        return new TransferRequest("5001001", "AB", account, new BigDecimal("12.50"), "EUR", "for " + account);
    }

    /** A key that no other test uses. */
    private Call call(String item) {
        return call(item, 1);
    }

    private Call call(String item, int attempt) {
        OperationKey key =
                new OperationKey("default:settlement:M001:" + directory.hashCode() + hashCode() + ":pay." + item);
        return new CallContext(
                key,
                key.encodedTo(35),
                ++tokens,
                attempt,
                Instant.now().plusSeconds(20),
                new FrozenRequest("{}", "v1:0"),
                null);
    }

    private static List<Outcome<Transfer>> pay(PaymentFiles files, Map<Call, TransferRequest> payouts) {
        List<CompletableFuture<Outcome<Transfer>>> calls = new ArrayList<>();
        payouts.forEach((call, request) -> calls.add(CompletableFuture.supplyAsync(() -> {
            try {
                return files.pay(call, request);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        })));
        return calls.stream().map(CompletableFuture::join).toList();
    }

    private static Outcome<Transfer> pay(PaymentFiles files, Call call, TransferRequest request) {
        return pay(files, Map.of(call, request)).get(0);
    }

    private List<Path> outgoingFiles() throws Exception {
        try (Stream<Path> kept = Files.list(outgoing)) {
            return kept.sorted().toList();
        }
    }

    private static long bookings(BankServer bank, Call call) throws Exception {
        List<String> keys = new ArrayList<>();
        new BankBooks(at(bank)).read(booking -> keys.add(booking.key()));
        return keys.stream().filter(call.downstreamKey()::equals).count();
    }

    @Test
    void callsOfOneMomentTravelInOneFileAndEachIsAnsweredByItsOwnLine() throws Exception {
        Call good = call("B1");
        Call refused = call("B2");
        try (BankServer bank = bank(SendFaults.none());
                PaymentFiles files = files(at(bank), 2)) {
            Outcome<Transfer> first;
            Outcome<Transfer> second;
            CompletableFuture<Outcome<Transfer>> other =
                    CompletableFuture.supplyAsync(() -> pay(files, refused, request("666")));
            first = pay(files, good, request("111"));
            second = other.join();

            assertThat(first)
                    .isInstanceOfSatisfying(
                            Outcome.Succeeded.class,
                            done -> assertThat(request("111").isMetBy((Transfer) done.result()))
                                    .isTrue());
            assertThat(second)
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class, no -> assertThat(no.code()).isEqualTo("account-closed"));
            assertThat(outgoingFiles()).hasSize(1);
            assertThat(files.findPayout(good, request("111"))).isInstanceOf(QueryResult.Found.class);
        }
    }

    @Test
    void ofAFileWhoseAnswerIsLostAllIsUnknownAndEachIsFoundUnderItsOwnId() throws Exception {
        Call one = call("B1");
        Call other = call("B2");
        try (BankServer bank = bank(SendFaults.none().with(SendFault.REPLY_LOST, 1));
                PaymentFiles files = files(at(bank), 2)) {
            List<Outcome<Transfer>> outcomes = pay(files, Map.of(one, request("111"), other, request("222")));

            assertThat(outcomes).hasSize(2).allMatch(outcome -> outcome instanceof Outcome.Unknown<Transfer>);
            assertThat(files.findPayout(one, request("111"))).isInstanceOf(QueryResult.Found.class);
            assertThat(files.findPayout(other, request("222"))).isInstanceOf(QueryResult.Found.class);
        }
    }

    @Test
    void theSameFileAgainIsADuplicateWhoseLinkIsFollowed() throws Exception {
        Call one = call("B1");
        try (BankServer bank = bank(SendFaults.none());
                PaymentFiles files = files(at(bank), 1)) {
            assertThat(pay(files, one, request("111"))).isInstanceOf(Outcome.Succeeded.class);

            assertThat(pay(files, one, request("111"))).isInstanceOf(Outcome.Succeeded.class);

            assertThat(outgoingFiles()).hasSize(1);
            assertThat(bookings(bank, one)).isEqualTo(1);
        }
    }

    @Test
    void whatTheBankLostOutOfAFileThatItTookArrivesInTheNextOneThatHoldsTheSame() throws Exception {
        try (BankServer bank = bank(SendFaults.none().with(SendFault.REQUEST_LOST, 1));
                PaymentFiles single = files(at(bank), 1);
                PaymentFiles pairs = files(at(bank), 2)) {
            Call lost = call("B1");
            assertThat(passing(single, Map.of(lost, request("111")))).allMatch(PaymentFilesTest::isUnknown);
            assertThat(passing(pairs, Map.of(call("B2"), request("222"), call("B3"), request("333"))))
                    .allMatch(PaymentFilesTest::isUnknown);
            assertThat(single.findPayout(lost, request("111"))).isInstanceOf(QueryResult.NotFound.class);

            assertThat(passing(single, Map.of(call("B1", 2), request("111")))).allMatch(PaymentFilesTest::isDone);
            assertThat(passing(pairs, Map.of(call("B2", 2), request("222"), call("B3", 2), request("333"))))
                    .allMatch(PaymentFilesTest::isDone);

            assertThat(outgoingFiles()).hasSize(4);
            assertThat(bookings(bank, lost)).isEqualTo(1);
            assertThat(bookings(bank, call("B2"))).isEqualTo(1);
        }
    }

    /** Sends a file past a bank that loses each file's first sending, and each payment's: the second time it takes the file. */
    private static List<Outcome<Transfer>> passing(PaymentFiles files, Map<Call, TransferRequest> payouts) {
        assertThat(pay(files, payouts)).allMatch(PaymentFilesTest::isUnknown);
        return pay(files, payouts);
    }

    private static boolean isUnknown(Outcome<Transfer> outcome) {
        return outcome instanceof Outcome.Unknown<Transfer>;
    }

    private static boolean isDone(Outcome<Transfer> outcome) {
        return outcome instanceof Outcome.Succeeded<Transfer>;
    }

    @Test
    void whateverTravelsTogetherEverySendingIsAFileThatTheBankHasNotSeen() throws Exception {
        Random random = new Random(20261130);
        int[] attempts = new int[3];
        int sent = 0;
        try (BankServer bank =
                        bank(SendFaults.none().with(SendFault.REQUEST_LOST, 1).onFirst(100));
                PaymentFiles one = files(at(bank), 1);
                PaymentFiles two = files(at(bank), 2);
                PaymentFiles three = files(at(bank), 3)) {
            for (int round = 0; round < 40; round++) {
                int items = 1 + random.nextInt(7);
                Map<Call, TransferRequest> payouts = new HashMap<>();
                for (int item = 0; item < attempts.length; item++) {
                    if ((items & 1 << item) != 0) {
                        payouts.put(call("B" + item, ++attempts[item]), request("11" + item));
                    }
                }
                assertThat(pay(List.of(one, two, three).get(payouts.size() - 1), payouts))
                        .allMatch(PaymentFilesTest::isUnknown);
                sent++;

                assertThat(outgoingFiles()).as("after round %s", round).hasSize(sent);
            }
        }
    }

    @Test
    void anInstructionIsTheSameBytesInWhateverFileItTravelsAndBookedOnce() throws Exception {
        Call one = call("B1");
        Call other = call("B2");
        try (BankServer bank = bank(SendFaults.none());
                PaymentFiles single = files(at(bank), 1);
                PaymentFiles pairs = files(at(bank), 2)) {
            assertThat(pay(single, one, request("111"))).isInstanceOf(Outcome.Succeeded.class);

            assertThat(pay(pairs, Map.of(one, request("111"), other, request("222"))))
                    .allMatch(outcome -> outcome instanceof Outcome.Succeeded<Transfer>);

            assertThat(outgoingFiles().stream()
                            .map(file -> instruction(file, one))
                            .distinct())
                    .hasSize(1);
            assertThat(outgoingFiles()).hasSize(2);
            assertThat(bookings(bank, one)).isEqualTo(1);
        }
    }

    private static String instruction(Path file, Call call) {
        try {
            String xml = Files.readString(file);
            int id = xml.indexOf(call.downstreamKey());
            return xml.substring(xml.lastIndexOf("CdtTrfTxInf>", id), xml.indexOf("CdtTrfTxInf>", id));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void anIdThatTheBankHasForAnotherPaymentProvesNothing() throws Exception {
        Call one = call("B1");
        try (BankServer bank = bank(SendFaults.none());
                PaymentFiles files = files(at(bank), 1)) {
            assertThat(pay(files, one, request("111"))).isInstanceOf(Outcome.Succeeded.class);

            assertThat(pay(files, one, request("222"))).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void aPaymentThatIsNotFinalIsPending() throws Exception {
        try (BankServer bank = bank(SendFaults.none().with(SendFault.PENDING, 1));
                PaymentFiles files = files(at(bank), 1)) {
            assertThat(pay(files, call("B1"), request("111"))).isInstanceOf(Outcome.Pending.class);
        }
    }

    @Test
    void aBankThatTakesNoConnectionHasExecutedNothing() throws Exception {
        BankAddress nowhere = () -> {
            throw new ConnectException("refused");
        };
        try (PaymentFiles files = files(nowhere, 1)) {
            assertThat(pay(files, call("B1"), request("111"))).isInstanceOf(Outcome.NotExecuted.class);
        }
    }
}
