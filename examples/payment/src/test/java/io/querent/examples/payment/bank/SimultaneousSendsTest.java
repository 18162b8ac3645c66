package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimultaneousSendsTest {
    private static final int CALLERS = 64;

    private final BankUnderTest bank = BankUnderTest.wellBehaved();
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);

    @AfterEach
    void close() {
        callers.shutdownNow();
        bank.close();
    }

    @Test
    void oneKeyIsBookedOnceHoweverManyCallAtOnce() throws Exception {
        List<Answer> answers = allAtOnce(CALLERS, caller -> bank.transfer("K1", Bodies.TRANSFER));

        assertThat(answers).extracting(Answer::status).containsOnlyOnce(201).allMatch(List.of(200, 201, 409)::contains);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .allMatch(answer -> answer.text("code").equals("in-progress"));
        assertThat(bank.bookings()).isEqualTo(1);
        assertThat(bank.sends("K1")).isEqualTo(CALLERS);
        assertThat(bank.get("/books/summary").body().path("duplicates").size()).isZero();
    }

    @Test
    void twoProcessesOnTheSameBooksBookOneKeyOnce() throws Exception {
        try (BankServer other = bank.another()) {
            List<Answer> answers = allAtOnce(
                    CALLERS,
                    caller -> caller % 2 == 0
                            ? bank.transfer("K1", Bodies.TRANSFER)
                            : bank.transferAt(other.port(), "K1", Bodies.TRANSFER));

            assertThat(answers)
                    .extracting(Answer::status)
                    .containsOnlyOnce(201)
                    .allMatch(List.of(200, 201, 409)::contains);
            assertThat(bank.bookings()).isEqualTo(1);
        }
    }

    @Test
    void ofTwoAmountsUnderOneKeyExactlyOneWins() throws Exception {
        List<Answer> answers = allAtOnce(
                CALLERS, caller -> bank.transfer("K1", Bodies.transfer(caller % 2 == 0 ? "100.00" : "120.00", "EUR")));

        assertThat(answers)
                .extracting(Answer::status)
                .containsOnlyOnce(201)
                .allMatch(List.of(200, 201, 409, 422)::contains);
        assertThat(answers)
                .filteredOn(answer -> answer.status() < 300)
                .extracting(answer -> answer.text("amount"))
                .containsOnly(bank.get("/transfers/K1").text("amount"));
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @Test
    void simultaneousReversalsNeverExceedTheTransfer() throws Exception {
        int rounds = 10;
        for (int round = 0; round < rounds; round++) {
            String transfer = "T" + round;
            bank.transfer(transfer, Bodies.TRANSFER);
            List<Answer> answers = allAtOnce(
                    16, caller -> bank.reverse(transfer + "-R" + caller, Bodies.reversal(transfer, "60.00", "EUR")));

            assertThat(answers).extracting(Answer::status).containsOnlyOnce(201);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 201)
                    .extracting(answer -> answer.text("code"))
                    .containsOnly("amount-exceeds-transfer");
        }
        assertThat(bank.get("/books/summary").body().at("/reversals/count").asInt())
                .isEqualTo(rounds);
    }

    private interface Caller {
        Answer call(int number) throws IOException;
    }

    private List<Answer> allAtOnce(int count, Caller caller) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(count);
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            calls.add(() -> {
                barrier.await();
                return caller.call(number);
            });
        }
        List<Answer> answers = new ArrayList<>();
        for (Future<Answer> answer : callers.invokeAll(calls)) {
            answers.add(answer.get());
        }
        return answers;
    }
}
