package io.querent.examples.settlement.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.saga.Outcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FileGatheringTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration GATHER = Duration.ofMillis(200);

    private final List<List<String>> files = new CopyOnWriteArrayList<>();

    private static Instruction instruction(String id) {
        TransferRequest transfer = new TransferRequest("1", "AB", "2", BigDecimal.ONE, "EUR", "for " + id);
        return new Instruction(id, "uetr", transfer, 1);
    }

    private FileGathering gathering(FileGathering.FileSender sender, int most) {
        return new FileGathering(
                instructions -> {
                    files.add(instructions.stream().map(Instruction::endToEndId).toList());
                    return sender.send(instructions);
                },
                most,
                GATHER,
                2);
    }

    private static Map<String, Outcome<Transfer>> pending(List<Instruction> instructions) {
        Map<String, Outcome<Transfer>> outcomes = new HashMap<>();
        instructions.forEach(each -> outcomes.put(each.endToEndId(), Outcome.pending("at " + each.endToEndId())));
        return outcomes;
    }

    private static CompletableFuture<Outcome<Transfer>> send(FileGathering gathering, String id, Duration limit) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return gathering.send(instruction(id), limit);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
    }

    @Test
    void whatComesTogetherTravelsTogetherAndEachGetsItsOwnAnswer() throws Exception {
        try (FileGathering gathering = gathering(FileGatheringTest::pending, 3)) {
            var a = send(gathering, "a", LONG);
            var b = send(gathering, "b", LONG);
            var c = send(gathering, "c", LONG);

            assertThat(a.join()).isEqualTo(Outcome.pending("at a"));
            assertThat(b.join()).isEqualTo(Outcome.pending("at b"));
            assertThat(c.join()).isEqualTo(Outcome.pending("at c"));
            assertThat(files.stream().mapToInt(List::size).sum()).isEqualTo(3);
        }
    }

    @Test
    void twoInstructionsOfOneIdNeverTravelTogether() throws Exception {
        try (FileGathering gathering = gathering(FileGatheringTest::pending, 10)) {
            var first = send(gathering, "a", LONG);
            var second = send(gathering, "a", LONG);

            assertThat(first.join()).isEqualTo(second.join());
            assertThat(files).containsExactly(List.of("a"), List.of("a"));
        }
    }

    @Test
    void whatTheAnswerDoesNotNameIsUnknown() throws Exception {
        try (FileGathering gathering = gathering(instructions -> Map.of(), 10)) {
            assertThat(send(gathering, "a", LONG).join()).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void aFileThatFailsInAWayNobodyThoughtOfIsUnknown() throws Exception {
        FileGathering.FileSender failing = instructions -> {
            throw new IllegalStateException("a defect, which the test wants");
        };
        try (FileGathering gathering = gathering(failing, 10)) {
            assertThat(send(gathering, "a", LONG).join()).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void whatNoFileTookInTimeIsWithdrawnAndNeverSent() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        FileGathering.FileSender stuck = instructions -> {
            release.await();
            return pending(instructions);
        };
        try (FileGathering gathering = new FileGathering(stuck, 10, Duration.ofMinutes(5), 1)) {
            assertThat(send(gathering, "a", Duration.ofMillis(100)).join()).isInstanceOf(Outcome.NotExecuted.class);
            release.countDown();
        }
        assertThat(files).isEmpty();
    }

    @Test
    void whatAFileHasAndNobodyAnsweredIsUnknown() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        FileGathering.FileSender stuck = instructions -> {
            release.await();
            return pending(instructions);
        };
        try (FileGathering gathering = gathering(stuck, 1)) {
            assertThat(send(gathering, "a", Duration.ofMillis(600)).join()).isInstanceOf(Outcome.Unknown.class);
            release.countDown();
        }
    }

    @Test
    void afterTheEndNothingIsTaken() throws Exception {
        FileGathering gathering = gathering(FileGatheringTest::pending, 10);
        gathering.close();

        assertThat(send(gathering, "a", LONG).join()).isInstanceOf(Outcome.NotExecuted.class);
        assertThat(files).isEmpty();
    }
}
