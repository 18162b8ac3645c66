package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.codec.PayloadCodec.PayloadException;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Done;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starting a saga is idempotent by its key, refuses other parameters, and refuses what is malformed before anything is stored. */
class StartTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    @Test
    void c16_sameKeyWithAnotherAmountIsAConflict() throws Exception {
        Node node = open("a", pay);
        end(node.engine.start(pay, Order.of("c16", "100.00")));

        assertThatExceptionOfType(OperationKeyConflictException.class)
                .isThrownBy(() -> node.engine.start(pay, Order.of("c16", "120.00")))
                .withMessageContaining("QRT-3301")
                .withMessageContaining("default:pay:c16");

        assertThat(bank.effects("default:pay:c16:charge")).isEqualTo(1);
        assertThat(node.engine.counters().of(Count.CONFLICTING_STARTS)).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
    }

    @Test
    void c16_inARaceOfTwoAmountsExactlyOneWins() throws Exception {
        Node a = open("a", pay);
        Node b = open("b", pay);
        for (int round = 0; round < 10; round++) {
            String number = "race-" + round;
            List<Callable<SagaHandle>> starts = new ArrayList<>();
            starts.add(() -> a.engine.start(pay, Order.of(number, "100.00")));
            starts.add(() -> b.engine.start(pay, Order.of(number, "120.00")));

            List<Object> answers = together(starts);

            assertThat(answers).filteredOn(SagaHandle.class::isInstance).hasSize(1);
            assertThat(answers)
                    .filteredOn(OperationKeyConflictException.class::isInstance)
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.00", "1", "1e0", "10E-1", "1.000000"})
    void c18_theSameNumberInAnotherSpellingIsAReplay(String spelling) {
        Node node = open("a", pay);
        SagaHandle first = node.engine.start(pay, Order.of("c18", "1.0"));

        SagaHandle again = node.engine.start(pay, new Order("c18", new BigDecimal(spelling), "default"));

        assertThat(again.isNew()).isFalse();
        assertThat(again.id()).isEqualTo(first.id());
        assertThat(node.engine.counters().of(Count.CONFLICTING_STARTS)).isZero();
    }

    @Test
    void c19_aRowIsComparedByTheVersionOfItsHash() throws Exception {
        Node node = open("a", pay);
        end(node.engine.start(pay, Order.of("c19", "10.00")));
        database().execute("UPDATE querent.saga SET input_hash = replace(input_hash, 'v1:', 'v999999:')");

        assertThatExceptionOfType(RuntimeException.class)
                .as("a newer version's hash is neither a replay nor a conflict")
                .isThrownBy(() -> node.engine.start(pay, Order.of("c19", "11.00")))
                .isNotInstanceOf(OperationKeyConflictException.class)
                .withMessageContaining("QRT-1017");
        assertThat(node.engine.counters().of(Count.CONFLICTING_STARTS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\r\nX-Evil: 1", "'; drop table saga", "../", "a b", "ä", "a\u0000b"})
    void c23_aHostileKeyIsRefusedAndNothingIsStored(String key) {
        Node node = open("a", pay);

        assertThatExceptionOfType(InvalidKeyException.class)
                .isThrownBy(() -> node.engine.start(pay, Order.of(key, "1")));

        assertThat(database().count("SELECT count(*) FROM querent.saga")).isZero();
        assertThat(bank.totalSends()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 3_000, 1_000_000})
    void c23_anOversizeKeyIsRefusedWithItsLengthAndWithoutBeingRepeated(int length) {
        Node node = open("a", pay);

        assertThatExceptionOfType(InvalidKeyException.class)
                .isThrownBy(() -> node.engine.start(pay, Order.of("k".repeat(length), "1")))
                .withMessageContaining("length=" + length)
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(300));
    }

    @Test
    void c24_aNulInTheInputIsRefusedAtTheDoor() {
        SagaDefinition<Note> noted = Saga.define("noted", Note.class)
                .businessKey(Note::number)
                .step(
                        "keep",
                        Done.class,
                        step -> step.request(Note.class, saga -> saga.input())
                                .inTransaction((call, note) -> Outcome.done()))
                .build();
        Node node = open("a", noted);

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> node.engine.start(noted, new Note("c24", "ab\u0000c")))
                .withMessageContaining("QRT-3023");

        assertThat(database().count("SELECT count(*) FROM querent.saga")).isZero();
    }

    /** An input with free text. */
    record Note(String number, String memo) {}

    @Test
    void c25_twoTenantsMayUseOneKey() throws Exception {
        Node node = open("a", pay);

        SagaHandle first = node.engine.start(pay, new Order("1", new BigDecimal("10"), "T1"));
        SagaHandle second = node.engine.start(pay, new Order("1", new BigDecimal("20"), "T2"));

        assertThat(first.id()).isNotEqualTo(second.id());
        assertThat(end(first).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(end(second).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.keys()).containsExactlyInAnyOrder("T1:pay:1:charge", "T2:pay:1:charge");
        assertThat(node.engine.counters().of(Count.CONFLICTING_STARTS)).isZero();
    }

    @Test
    void c31_sixtyFourCallersOnThreeNodesStartOneSaga() throws Exception {
        List<Node> nodes = List.of(open("a", pay), open("b", pay), open("c", pay));
        List<Callable<SagaHandle>> starts = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Node node = nodes.get(i % nodes.size());
            starts.add(() -> node.engine.start(pay, Order.of("c31", "10.00")));
        }

        List<Object> answers = together(starts);

        assertThat(answers).allSatisfy(answer -> assertThat(answer).isInstanceOf(SagaHandle.class));
        List<SagaHandle> handles = answers.stream().map(SagaHandle.class::cast).toList();
        assertThat(handles).filteredOn(SagaHandle::isNew).hasSize(1);
        Set<Object> ids = new HashSet<>();
        handles.forEach(handle -> ids.add(handle.id()));
        assertThat(ids).hasSize(1);
        end(handles.get(0));
        assertThat(bank.effects("default:pay:c31:charge")).isEqualTo(1);
        assertThat(bank.sends("default:pay:c31:charge")).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.history WHERE type = 'saga-started'"))
                .isEqualTo(1);
        assertThat(nodes.stream()
                        .mapToLong(node -> node.engine.counters().of(Count.DUPLICATE_STARTS))
                        .sum())
                .isEqualTo(63);
    }

    /** Runs all at once; an answer is what a call returned or threw. */
    private static List<Object> together(List<Callable<SagaHandle>> calls) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(calls.size());
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            List<Future<Object>> futures = new ArrayList<>();
            for (Callable<SagaHandle> call : calls) {
                futures.add(threads.submit(() -> {
                    barrier.await();
                    try {
                        return call.call();
                    } catch (RuntimeException refusal) {
                        return refusal;
                    }
                }));
            }
            List<Object> answers = new ArrayList<>();
            for (Future<Object> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } finally {
            threads.shutdown();
        }
    }
}
