package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.OperationRow;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Results;
import io.querent.runtime.journal.SagaSearch.Trouble;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sagas are found by what went wrong with them, newest first and page by page. */
public abstract class SearchContract {
    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    @Test
    void sagasAreFoundByAnOperationThatLeftTheHappyPath() {
        trouble("a", "reserve", OperationStatus.UNKNOWN, "read-timeout: after 2 s");
        trouble("b", "transfer", OperationStatus.BACKING_OFF, "busy: try later");
        trouble("c", "transfer", OperationStatus.REJECTED, "51: insufficient funds");
        trouble("d", "reserve", OperationStatus.SUCCEEDED, null);
        new SagaStory("happy", "node-1").runOn(storage().journal());

        assertThat(found(Trouble.of("transfer"))).containsExactly("c", "b");
        assertThat(found(Trouble.of("reserve"))).containsExactly("d", "a");
        assertThat(found(Trouble.in(OperationStatus.UNKNOWN))).containsExactly("a");
        assertThat(found(Trouble.in(OperationStatus.SUCCEEDED))).containsExactly("d");
        assertThat(found(Trouble.with("busy"))).containsExactly("b");
        assertThat(found(Trouble.with("51"))).containsExactly("c");
        assertThat(found(Trouble.with("5"))).as("a code is a whole one").isEmpty();
        assertThat(found(new Trouble("transfer", OperationStatus.REJECTED, "51", null)))
                .containsExactly("c");
        assertThat(found(new Trouble("reserve", OperationStatus.REJECTED, null, null)))
                .isEmpty();
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Trouble(null, null, null, null));
    }

    @Test
    void theCodeIsWhatAnErrorBeginsWithUpToTheFirstColonAndASpace() {
        String name = "java.net.SocketTimeoutException";
        trouble("a", "reserve", OperationStatus.UNKNOWN, name + ": Read timed out: 2 s");
        trouble("b", "reserve", OperationStatus.UNKNOWN, "no colon at all");
        trouble("c", "reserve", OperationStatus.UNKNOWN, "http://bank:8080/x: reset");
        trouble("d", "reserve", OperationStatus.UNKNOWN, "é".repeat(900));

        assertThat(found(Trouble.with(name))).containsExactly("a");
        assertThat(found(Trouble.with(name + ": Read timed out: 2 s")))
                .as("what is shown may be given back")
                .containsExactly("a");
        assertThat(found(Trouble.with("no colon at all"))).containsExactly("b");
        assertThat(found(Trouble.with("http://bank:8080/x"))).containsExactly("c");
        assertThat(found(Trouble.with("é".repeat(900)))).containsExactly("d");
        assertThat(found(Trouble.with("a\0'; DROP TABLE querent.saga; --\uD800")))
                .isEmpty();
    }

    @Test
    void whatWasToldLastOfTroubleStaysWhenNothingMoreIsTold() {
        SagaStory story = trouble("a", "reserve", OperationStatus.UNKNOWN, "read-timeout: after 2 s");
        write(story, row(story, "reserve", OperationStatus.SUCCEEDED, null, Duration.ZERO));

        assertThat(found(new Trouble("reserve", OperationStatus.SUCCEEDED, "read-timeout", null)))
                .containsExactly("a");
        assertThat(found(Trouble.in(OperationStatus.UNKNOWN))).isEmpty();
    }

    @Test
    void sagasAreFoundByHowLongAnOperationHasNotMovedUnlessItIsFinal() {
        standing("young", OperationStatus.UNKNOWN, Duration.ofMinutes(5));
        standing("old", OperationStatus.UNKNOWN, Duration.ofMinutes(50));
        standing("older", OperationStatus.PENDING, Duration.ofHours(5));
        standing("over", OperationStatus.REJECTED, Duration.ofHours(5));

        assertThat(found(Trouble.longerThan(Duration.ofMinutes(30)))).containsExactly("older", "old");
        assertThat(found(Trouble.longerThan(Duration.ZERO))).containsExactly("older", "old", "young");
        assertThat(found(new Trouble(null, OperationStatus.UNKNOWN, null, Duration.ofMinutes(30))))
                .containsExactly("old");
        assertThat(found(Trouble.longerThan(Duration.ofDays(1)))).isEmpty();
        assertThat(found(
                        Filter.all()
                                .inTrouble(new Trouble(
                                        "transfer", OperationStatus.UNKNOWN, "read-timeout", Duration.ofMinutes(10))),
                        10))
                .isEmpty();
    }

    @Test
    void aSagaIsFoundOnceHoweverManyOfItsOperationsFitAndPagesFollowOneAnother() {
        for (int i = 0; i < 9; i++) {
            SagaStory story = trouble("s-" + i, "reserve", OperationStatus.UNKNOWN, "reset: x");
            write(story, row(story, "transfer", OperationStatus.UNKNOWN, "reset: x", Duration.ZERO));
        }

        assertThat(found(Filter.all().inTrouble(Trouble.with("reset")), 2))
                .containsExactly("s-8", "s-7", "s-6", "s-5", "s-4", "s-3", "s-2", "s-1", "s-0");
    }

    @Test
    void troubleGoesTogetherWithEverythingElse() {
        SagaStory story = new SagaStory("a-1", "node-1");
        story.appendTo(storage().journal(), story.start().with(Map.of("merchant", "m-7")));
        write(story, row(story, "reserve", OperationStatus.UNKNOWN, "reset: x", Duration.ZERO));
        trouble("a-2", "reserve", OperationStatus.UNKNOWN, "reset: x");
        Filter unknown = Filter.all().inTrouble(Trouble.in(OperationStatus.UNKNOWN));
        Filter rejected = Filter.all().inTrouble(Trouble.in(OperationStatus.REJECTED));

        assertThat(found(unknown.with("merchant", "m-7"), 10)).containsExactly("a-1");
        assertThat(found(rejected.with("merchant", "m-7"), 10)).isEmpty();
        assertThat(found(unknown.withKey("a-2"), 10)).containsExactly("a-2");
        assertThat(found(rejected.withKey("a-2"), 10)).isEmpty();
        assertThat(found(unknown.withKeysFrom("a-"), 10)).containsExactly("a-2", "a-1");
        assertThat(found(unknown.ofDefinition("payment").ofTenant("default"), 10))
                .containsExactly("a-2", "a-1");
        assertThat(found(unknown.ofDefinition("refund"), 10)).isEmpty();
        assertThat(found(unknown.in(SagaStatus.RUNNING), 10)).containsExactly("a-2", "a-1");
        assertThat(found(unknown.in(SagaStatus.COMPLETED), 10)).isEmpty();
        assertThat(found(unknown.ofOperation(story.key().operation("transfer")), 10))
                .containsExactly("a-1");
        assertThat(found(rejected.ofOperation(story.key().operation("transfer")), 10))
                .isEmpty();
        assertThat(found(
                        unknown.startedBetween(
                                null, storage().journal().serverTime().minus(Duration.ofHours(1))),
                        10))
                .isEmpty();
    }

    @Test
    void aSagaIsFoundByItsWholeBusinessKey() {
        for (String number : List.of("a", "a-1", "a-10")) {
            SagaStory story = new SagaStory(number, "node-1");
            story.appendTo(storage().journal(), story.start());
        }
        SagaStory other = SagaStory.of("north", "a-1", "node-1");
        other.appendTo(storage().journal(), other.start());

        assertThat(found(Filter.all().withKey("a-1"), 10)).containsExactly("a-1", "a-1");
        assertThat(found(Filter.all().withKey("a-1").ofTenant("north"), 10)).containsExactly("a-1");
        assertThat(found(Filter.all().withKey("a-1").ofTenant("north").ofDefinition("payment"), 10))
                .containsExactly("a-1");
        assertThat(found(Filter.all().withKey("a-2").ofTenant("north").ofDefinition("payment"), 10))
                .isEmpty();
        assertThat(found(
                        Filter.all()
                                .withKey("no key of any: \0")
                                .ofTenant("x y")
                                .ofDefinition("*"),
                        10))
                .isEmpty();
    }

    @Test
    void whatIsUnderWayAndWhatWaitsIsFoundByItsStatus() {
        SagaStory owned = new SagaStory("owned", "node-1");
        owned.appendTo(storage().journal(), owned.start());
        SagaStory due = new SagaStory("due", "node-1");
        due.appendTo(storage().journal(), due.start(new Possession.DueIn(Duration.ofHours(1))));
        SagaStory waiting = new SagaStory("waiting", "node-1");
        waiting.appendTo(storage().journal(), waiting.start());
        waiting.appendTo(storage().journal(), waiting.attempt("reserve"));
        waiting.appendTo(
                storage().journal(),
                waiting.outcome("reserve", Outcome.notExecuted("busy", "later", Duration.ofMinutes(5))));
        new SagaStory("done", "node-1").runOn(storage().journal());

        assertThat(found(Filter.all().in(SagaStatus.RUNNING), 10)).containsExactly("due", "owned");
        assertThat(found(Filter.all().in(SagaStatus.WAITING), 10)).containsExactly("waiting");
        assertThat(found(Trouble.with("busy"))).containsExactly("waiting");
    }

    private List<String> found(Trouble trouble) {
        return found(Filter.all().inTrouble(trouble), 10);
    }

    private List<String> found(Filter filter, int limit) {
        List<String> numbers = new ArrayList<>();
        Optional<Page> page = Optional.of(Page.first(filter, limit));
        while (page.isPresent()) {
            Results results = storage().journal().search().find(page.get());
            assertThat(results.sagas()).hasSizeLessThanOrEqualTo(limit);
            results.sagas()
                    .forEach(each -> numbers.add(each.saga().key().businessKey().value()));
            page = page.get().after(results);
        }
        return numbers;
    }

    private SagaStory trouble(String number, String operation, OperationStatus status, @Nullable String lastError) {
        SagaStory story = new SagaStory(number, "node-1");
        story.appendTo(storage().journal(), story.start());
        write(story, row(story, operation, status, lastError, Duration.ZERO));
        return story;
    }

    private void standing(String number, OperationStatus status, Duration age) {
        SagaStory story = new SagaStory(number, "node-1");
        story.appendTo(storage().journal(), story.start());
        write(story, row(story, "reserve", status, null, age));
    }

    private OperationRow row(
            SagaStory story, String operation, OperationStatus status, @Nullable String lastError, Duration age) {
        OperationKey key = story.key().operation(operation);
        return new OperationRow(
                operation,
                key,
                null,
                status,
                2,
                null,
                storage().journal().serverTime().minus(age).minusMillis(1),
                null,
                lastError);
    }

    private void write(SagaStory story, OperationRow row) {
        Append kept = story.only(new Possession.Keep());
        story.appendTo(
                storage().journal(),
                new Append(
                        kept.key(),
                        kept.guard(),
                        kept.events(),
                        kept.status(),
                        kept.possession(),
                        List.of(row),
                        kept.reviews(),
                        kept.letters(),
                        kept.movedTo()));
    }
}
