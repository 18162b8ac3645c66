package io.querent.testkit.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Attempts;
import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.decision.Waiting;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What counts as the same world: too little, and worlds are passed over; too much, and they are counted twice. */
class CanonicalTest {
    private static final Instant NOW = Setting.BEGINNING;

    /** When this fails, the state has got something new: {@link Canonical} has to weigh it, and this list to name it. */
    @Test
    void everythingInTheStateIsWeighed() {
        assertThat(components(SagaState.class))
                .containsExactly(
                        "origin", "version", "course", "operations", "reviews", "handledRequests", "items", "orders");
        assertThat(components(SagaState.Origin.class))
                .containsExactly(
                        "key",
                        "definitionVersion",
                        "input",
                        "inputHash",
                        "askFirst",
                        "parent",
                        "fingerprint",
                        "startedAt");
        assertThat(components(UndoOrders.class)).containsExactly("whole", "worth", "parts", "withdrawn");
        assertThat(components(SagaState.Course.class))
                .containsExactly("compensating", "paused", "overdue", "end", "revision");
        assertThat(components(SagaState.Review.class)).containsExactly("reason", "detail");
        assertThat(components(OperationState.class))
                .containsExactly("name", "status", "request", "attempts", "waiting", "conclusion", "heard", "revision");
        assertThat(components(Attempts.class))
                .containsExactly(
                        "started", "uncertain", "firstStartedAt", "firstSentAt", "deadline", "reportedDone", "renewal");
        assertThat(components(Attempts.Renewal.class)).containsExactly("started", "uncertain", "refused", "at");
        assertThat(components(Waiting.class))
                .containsExactly(
                        "dueAt",
                        "queries",
                        "refusals",
                        "askingSince",
                        "absentFrom",
                        "reference",
                        "unresolved",
                        "resend");
        assertThat(components(Conclusion.Result.class)).containsExactly("json", "madeGood");
        assertThat(components(Conclusion.Refused.class)).containsExactly("code", "message", "byUs");
        assertThat(components(Conclusion.Overtaken.class)).containsExactly("code", "message", "json", "madeGood");
    }

    @Test
    void timesCountByTheirDistanceFromNow() {
        Fingerprint one = new Fingerprint(NOW).add(NOW.plusSeconds(5));
        Fingerprint later = new Fingerprint(NOW.plusSeconds(60)).add(NOW.plusSeconds(65));
        Fingerprint other = new Fingerprint(NOW).add(NOW.plusSeconds(5).plusNanos(1));

        assertThat(same(one, later)).isTrue();
        assertThat(same(one, other)).isFalse();
    }

    @Test
    void theSameLettersInAnotherOrderAreTheSame() {
        Letter a = new Letter(0, 1, Letter.NOBODY, "key", "body", NOW, true);
        Letter b = new Letter(0, 1, Letter.NOBODY, "key", "body", NOW.plusSeconds(1), true);

        assertThat(same(with(a, b), with(b, a))).isTrue();
        assertThat(same(with(a, b), with(a, a))).isFalse();
        assertThat(same(with(a, b), with(a))).isFalse();
    }

    @Test
    void aWorldIsFoundAgainHoweverManyThereAre() {
        Visited visited = new Visited();
        for (int number = 0; number < 50_000; number++) {
            assertThat(visited.number(print(number))).isEqualTo(-1);
            assertThat(visited.add(print(number), number / 2, number % 7)).isEqualTo(number);
        }
        for (int number = 0; number < 50_000; number++) {
            assertThat(visited.number(print(number))).isEqualTo(number);
        }
        assertThat(visited.path(11)).containsExactly(1, 2, 5, 4);
    }

    private static Fingerprint print(int number) {
        return new Fingerprint(NOW).add(number);
    }

    private static Fingerprint with(Letter... letters) {
        Setting setting = new Setting(Sagas.single(), new DecisionCore(), Bounds.DEFAULT, Surroundings.DEFAULT);
        World world = Run.beginning(setting);
        world.letters.addAll(Arrays.asList(letters));
        return Canonical.of(setting, world);
    }

    private static boolean same(Fingerprint one, Fingerprint other) {
        return one.high() == other.high() && one.low() == other.low();
    }

    private static String[] components(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toArray(String[]::new);
    }
}
