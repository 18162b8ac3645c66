package io.querent.contract;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.journal.Party;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal.Claim;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A backlog of one tenant keeps no other waiting. */
public abstract class TurnsContract {
    private static final int LIMIT = 20;

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    @Test
    void aBacklogOfOneTenantKeepsNoOtherWaiting() {
        backlog(200);
        due("a", 2);
        due("b", 2);
        due("c", 2);

        List<String> tenants = new ArrayList<>();
        tenants.addAll(claimed(List.of()));
        assertThat(tenants).as("the oldest are the backlog's").containsOnly("default");
        tenants.addAll(claimed(List.of()));

        assertThat(tenants).contains("a", "b", "c");
        assertThat(tenants).filteredOn(tenant -> !tenant.equals("default")).hasSize(6);
        assertThat(tenants).as("nothing is left idle").hasSize(2 * LIMIT);
    }

    @Test
    void moreTenantsThanHaveTheirTurnInOneClaimHaveItInTheNext() {
        backlog(400);
        for (int i = 0; i < 70; i++) {
            due("tenant-" + i, 1);
        }
        Set<String> tenants = new HashSet<>();
        for (int claims = 0; claims < 14; claims++) {
            tenants.addAll(claimed(List.of()));
        }

        assertThat(tenants).hasSize(71);
    }

    @Test
    void lostOwnersAreFoundBehindAnyBacklog() {
        backlog(100);
        story("lost", "lost", new Possession.Take("node-2", ofMinutes(1)));
        storage().elapse(ofMinutes(2));

        assertThat(claimed(List.of())).contains("lost");
    }

    @Test
    void aPartyThatTheNodeHasNoRoomForIsLeftToOthers() {
        backlog(100);
        due("a", 3);
        List<Party> full = List.of(new Party("default", Payments.DEFINITION.name()));

        assertThat(claimed(full)).containsExactly("a", "a", "a");
        assertThat(claimed(full)).isEmpty();
        assertThat(claimed(List.of())).hasSize(LIMIT);
    }

    private List<String> claimed(List<Party> full) {
        return storage()
                .journal()
                .claim(new Claim("node-1", Set.of(Claims.PAYMENT), LIMIT, ofMinutes(1), full))
                .stream()
                .map(StoredSaga::row)
                .map(row -> row.key().tenant().value())
                .toList();
    }

    private void backlog(int sagas) {
        due("default", sagas);
        storage().elapse(Duration.ofHours(1));
    }

    private void due(String tenant, int sagas) {
        for (int i = 0; i < sagas; i++) {
            story(tenant, tenant + "-" + i, new Possession.DueIn(Duration.ZERO));
        }
    }

    private void story(String tenant, String businessKey, Possession possession) {
        SagaStory story = SagaStory.of(tenant, businessKey, "node-1");
        story.appendTo(storage().journal(), story.start(possession));
    }
}
