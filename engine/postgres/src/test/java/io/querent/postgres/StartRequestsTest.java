package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.admin.StartRequests;
import io.querent.runtime.admin.StartRequests.Taken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same idempotency key means the same request, whoever asks when. */
class StartRequestsTest extends AdminCase {
    private static final Duration UNDER_WAY = Duration.ofMinutes(1);

    private final StartRequests requests = admin.startRequests();

    private Taken take(String hash) {
        return requests.take("shop", "k-1", hash, UNDER_WAY);
    }

    @Test
    void aNewKeyIsTheCallersAndUnderWayForOthers() {
        assertThat(take("h-1")).isEqualTo(new Taken.Yours());
        assertThat(take("h-1")).isEqualTo(new Taken.UnderWay());
        assertThat(requests.take("other shop", "k-1", "h-2", UNDER_WAY)).isEqualTo(new Taken.Yours());
    }

    @Test
    void aFinishedOneGivesItsSaga() {
        Taken unused = take("h-1");
        requests.finish("shop", "k-1", order(1));
        requests.finish("shop", "k-1", order(2));
        requests.release("shop", "k-1");

        assertThat(take("h-1")).isEqualTo(new Taken.Finished(order(1)));
        assertThat(take("h-2")).isEqualTo(new Taken.OtherRequest(Optional.of(order(1))));
    }

    @Test
    void anotherRequestUnderTheKeyIsNeitherTakenNorForgotten() {
        Taken unused = take("h-1");

        assertThat(take("h-2")).isEqualTo(new Taken.OtherRequest(Optional.empty()));
        assertThat(take("h-1")).isEqualTo(new Taken.UnderWay());
    }

    @Test
    void oneThatWasTakenAndNeverFinishedIsTakenAgainByTheSameRequest() {
        Taken unused = take("h-1");
        database.execute("UPDATE querent.start_request SET taken_at = taken_at - interval '61 s'");

        assertThat(take("h-2")).isEqualTo(new Taken.OtherRequest(Optional.empty()));
        assertThat(take("h-1")).isEqualTo(new Taken.Yours());
        assertThat(take("h-1")).isEqualTo(new Taken.UnderWay());
    }

    @Test
    void aRefusedOneLetsGoOfItsKey() {
        Taken unused = take("h-1");
        requests.release("shop", "k-1");

        assertThat(take("h-2")).isEqualTo(new Taken.Yours());
    }

    @Test
    void ofManyAtOnceOneGoesOn() throws Exception {
        List<Callable<Taken>> callers = IntStream.range(0, 6)
                .<Callable<Taken>>mapToObj(i -> () -> take("h-1"))
                .toList();

        assertThat(atOnce(callers)).containsOnlyOnce(new Taken.Yours());
    }

    @Test
    void oldOnesAreForgotten() {
        Taken unused = take("h-1");
        requests.finish("shop", "k-1", order(1));
        assertThat(requests.forget(Duration.ofDays(1), 10)).isZero();
        database.execute("UPDATE querent.start_request SET taken_at = taken_at - interval '25 h'");

        assertThat(requests.forget(Duration.ofDays(1), 10)).isEqualTo(1);
        assertThat(take("h-2")).isEqualTo(new Taken.Yours());
    }

    @Test
    void hostileKeysAreRefused() {
        assertThatThrownBy(() -> requests.take("shop", "", "h", UNDER_WAY)).hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> requests.take("shop", "k".repeat(301), "h", UNDER_WAY))
                .hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> requests.take("shop", "\0", "h", UNDER_WAY)).hasMessageContaining("QRT-6024");
    }
}
