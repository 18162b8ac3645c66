package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Authority;
import io.querent.decision.FrozenRequest;
import io.querent.outbox.MessageStore.Setback;
import io.querent.outbox.MessageStore.Taken;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Results;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages are given out once at a time, in order, and by who took them last; sagas are found by what they were started with. */
public abstract class OutboxContract {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Outbox.Failure SPENT = new Outbox.Failure("no such topic", LEASE, 1, Duration.ZERO);

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private Outbox outbox() {
        return storage().journal().outbox();
    }

    private void write(String number, @Nullable String orderingKey) {
        SagaStory story = new SagaStory(number, "nobody");
        Append start = story.start();
        String key = orderingKey == null ? "null" : '"' + orderingKey + '"';
        OutboxMessage message = OutboxMessage.of(
                start.key().operation("tell"),
                new FrozenRequest(
                        "{\"topic\":\"t\",\"orderingKey\":" + key + ",\"payload\":1.10}", "v1:" + "0".repeat(64)));
        story.appendTo(
                storage().journal(),
                new Append(
                        start.key(),
                        start.guard(),
                        start.events(),
                        start.status(),
                        start.possession(),
                        start.operations(),
                        start.reviews(),
                        start.letters(),
                        start.movedTo(),
                        List.of(message),
                        Map.of("number", number)));
    }

    private List<Taken> take() {
        return outbox().take(100, LEASE);
    }

    private static OperationKey key(Taken taken) {
        return new OperationKey(taken.message().id());
    }

    private static List<String> numbers(List<Taken> taken) {
        return taken.stream()
                .map(each -> new OperationKey(each.message().id())
                        .saga()
                        .businessKey()
                        .value())
                .toList();
    }

    @Test
    void theFirstOfEachLineIsTakenAndAllThatKeepNoOrder() {
        write("a1", "a");
        write("a2", "a");
        write("b1", "b");
        write("n1", null);
        write("n2", null);

        List<Taken> first = take();

        assertThat(numbers(first)).containsExactly("a1", "b1", "n1", "n2");
        assertThat(first.get(0).message().text()).isEqualTo("1.10");
        assertThat(take()).isEmpty();
        assertThat(outbox().markSent(first.get(0))).isTrue();
        assertThat(numbers(take())).containsExactly("a2");
        assertThat(outbox().figures().waiting()).isEqualTo(4);
    }

    @Test
    void aLeaseThatHasEndedIsNobodysAndWhoTookItLastDecides() {
        write("1", "a");
        Taken slow = take().get(0);
        storage().elapse(LEASE.plusSeconds(1));
        Taken quick = take().get(0);

        assertThat(outbox().markSent(slow)).isFalse();
        assertThat(outbox().putOff(slow, SPENT)).isEqualTo(Setback.OVERTAKEN);
        assertThat(quick.tries()).isEqualTo(2);
        assertThat(outbox().markSent(quick)).isTrue();
        assertThat(outbox().markSent(quick)).isFalse();
    }

    @Test
    void aMessageIsParkedWhenTriesAndTimeAreOverAndHoldsItsLine() {
        write("1", "a");
        write("2", "a");
        Outbox.Failure failure = new Outbox.Failure("away", Duration.ofSeconds(1), 2, Duration.ofHours(1));
        assertThat(outbox().putOff(take().get(0), failure)).isEqualTo(Setback.PUT_OFF);
        storage().elapse(Duration.ofMinutes(10));
        assertThat(outbox().putOff(take().get(0), failure)).as("time is left").isEqualTo(Setback.PUT_OFF);
        storage().elapse(Duration.ofHours(1));
        Taken last = take().get(0);
        assertThat(outbox().putOff(last, failure)).isEqualTo(Setback.PARKED);
        storage().elapse(Duration.ofHours(1));

        assertThat(take()).isEmpty();
        assertThat(outbox().parked(10))
                .singleElement()
                .satisfies(parked -> assertThat(parked.error()).isEqualTo("away"));
        assertThat(outbox().leaveOut(key(last), new Authority("ann", "why", 9, "r-1")))
                .as("another number of tries was seen")
                .isFalse();
        assertThat(outbox().redrive(key(last), new Authority("ann", "why", 3, "r-1")))
                .isTrue();
        assertThat(outbox().putOff(take().get(0), SPENT)).isEqualTo(Setback.PARKED);
        assertThat(outbox().redrive(key(last), new Authority("ann", "why", 0, "r-1")))
                .as("a request that was made before")
                .isFalse();
        assertThat(outbox().leaveOut(key(last), new Authority("ann", "why", 0, "r-2")))
                .isTrue();
        assertThat(numbers(take())).containsExactly("2");
        assertThat(storage().journal().audit().read(key(last).saga().id(), null, 10))
                .hasSize(2);
    }

    @Test
    void whatWasSentIsForgottenInTime() {
        write("1", null);
        assertThat(outbox().markSent(take().get(0))).isTrue();
        storage().elapse(Duration.ofHours(1));
        write("2", null);

        assertThat(outbox().forget(Duration.ofHours(2), 10)).isZero();
        assertThat(outbox().forget(Duration.ofMinutes(30), 10)).isEqualTo(1);
        assertThat(outbox().figures().waiting()).isEqualTo(1);
    }

    @Test
    void sagasAreFoundPageByPage() {
        for (String number : List.of("a-1", "a-2", "b-1")) {
            write(number, null);
            storage().elapse(Duration.ofSeconds(1));
        }
        Results first = storage().journal().search().find(Page.first(Filter.all(), 2));
        Results second = storage().journal().search().find(new Page(Filter.all(), first.next(), 2));

        assertThat(first.sagas())
                .extracting(found -> found.attributes().get("number"))
                .containsExactly("b-1", "a-2");
        assertThat(second.sagas()).hasSize(1);
        assertThat(second.next()).isNull();
        assertThat(storage()
                        .journal()
                        .search()
                        .find(Page.first(Filter.all().with("number", "a-2"), 9))
                        .sagas())
                .hasSize(1);
        assertThat(storage()
                        .journal()
                        .search()
                        .find(Page.first(Filter.all().withKeysFrom("a-"), 9))
                        .sagas())
                .hasSize(2);
    }
}
