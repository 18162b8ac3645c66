package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.admin.Approvals;
import io.querent.runtime.admin.Approvals.Request;
import io.querent.runtime.admin.Approvals.State;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.saga.QuerentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A decision that needs a second person is sent when there is one, once, as it was asked for, and not after its time. */
class ApprovalsTest extends AdminCase {
    private static final Duration LASTS = Duration.ofHours(4);

    private final Approvals approvals = admin.approvals();
    private final Letter letter = compensate(order(1), "r-1");

    private Delivery sent() {
        return mailbox.find(order(1).id(), "r-1").orElseThrow();
    }

    private long letters() {
        return database.count("SELECT count(*) FROM querent.mailbox");
    }

    private void pass(Duration time) {
        database.execute("UPDATE querent.approval SET expires_at = expires_at - interval '" + time.toSeconds() + " s'");
    }

    @Test
    void whatIsAskedForWaitsAndIsNotSent() {
        Request asked = approvals.ask(letter, "compensate of a saga of payment", LASTS);

        assertThat(asked.state()).isEqualTo(State.OPEN);
        assertThat(asked.letter()).isEqualTo(letter);
        assertThat(Duration.between(asked.askedAt(), asked.expiresAt())).isEqualTo(LASTS);
        assertThat(approvals.open(10)).containsExactly(asked);
        assertThat(approvals.find("r-1")).contains(asked);
        assertThat(letters()).isZero();
        assertThat(audited("approval-asked")).isEqualTo(1);
    }

    @Test
    void noEntryOfTheAuditThatSomebodyPutThereKeepsARequestFromBeingSettled() {
        for (String action : List.of("approval-asked", "approval-given", "approval-declined", "approval-expired")) {
            AuditLog.Deed taken =
                    new AuditLog.Deed(action + ":r-1", "mallory", "noted", order(1), "APPLIED", "", "", "{}");
            assertThat(admin.audit().write(taken)).isTrue();
        }
        Request unused = approvals.ask(letter, "rule", LASTS);

        assertThat(approvals.approve("r-1", "bob", "").state()).isEqualTo(State.APPROVED);
        assertThat(audited("approval-given")).isEqualTo(1);
    }

    @Test
    void theSameAgainIsNoSecondRequest() {
        Request asked = approvals.ask(letter, "rule", LASTS);

        assertThat(approvals.ask(letter, "rule", LASTS)).isEqualTo(asked);
        assertThat(audited("approval-asked")).isEqualTo(1);
    }

    @Test
    void theSameIdForSomethingElseIsAConflict() {
        Request unused = approvals.ask(letter, "rule", LASTS);

        assertThatThrownBy(() -> approvals.ask(compensate(order(2), "r-1"), "rule", LASTS))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-6023");
    }

    @Test
    void anIdUnderWhichSomethingWasSentIsRefusedAtOnceAndNotWhenItIsApproved() {
        mailbox.deliver(letter);

        assertThatThrownBy(() -> approvals.ask(letter, "rule", LASTS)).hasMessageContaining("QRT-6023");
        assertThat(approvals.open(10)).isEmpty();
    }

    @Test
    void approvedIsSentWithBothNamesAndTheRevisionThatTheFirstHadSeen() {
        Request unused = approvals.ask(letter, "rule", LASTS);

        Request approved = approvals.approve("r-1", "bob", "called the customer");

        assertThat(approved.state()).isEqualTo(State.APPROVED);
        assertThat(approved.settledBy()).isEqualTo("bob");
        assertThat(approved.comment()).isEqualTo("called the customer");
        Letter.Decided decided = (Letter.Decided) sent().letter().content();
        assertThat(decided.authority().operator()).isEqualTo("ann");
        assertThat(decided.authority().approvedBy()).isEqualTo("bob");
        assertThat(decided.authority().revision()).isEqualTo(7);
        assertThat(approvals.open(10)).isEmpty();
        assertThat(audited("approval-given")).isEqualTo(1);
    }

    @Test
    void approvedAgainByTheSamePersonIsTheSameResult() {
        Request unused = approvals.ask(letter, "rule", LASTS);
        Request approved = approvals.approve("r-1", "bob", "fine");

        assertThat(approvals.approve("r-1", " BOB", "fine, again")).isEqualTo(approved);
        assertThat(letters()).isEqualTo(1);
        assertThat(audited("approval-given")).isEqualTo(1);
        assertThatThrownBy(() -> approvals.approve("r-1", "carol", "fine"))
                .hasMessageContaining("QRT-6022")
                .hasMessageContaining("found=APPROVED by bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "Ann ", "\tANN", "ａｎｎ", " "})
    void nobodyIsASecondPersonToThemselves(String name) {
        Request unused = approvals.ask(letter, "rule", LASTS);

        assertThatThrownBy(() -> approvals.approve("r-1", name, "fine")).hasMessageContaining("QRT-6020");
        assertThat(letters()).isZero();
        assertThat(approvals.find("r-1").orElseThrow().state()).isEqualTo(State.OPEN);
    }

    @Test
    void afterItsTimeItIsExpiredWhoeverHasNotedThat() {
        Request unused = approvals.ask(letter, "rule", LASTS);
        pass(LASTS);

        assertThat(approvals.find("r-1").orElseThrow().state()).isEqualTo(State.EXPIRED);
        assertThat(approvals.open(10)).isEmpty();
        assertThatThrownBy(() -> approvals.approve("r-1", "bob", "late"))
                .hasMessageContaining("QRT-6022")
                .hasMessageContaining("found=EXPIRED");
        assertThat(letters()).isZero();

        assertThat(approvals.expire(10)).isEqualTo(1);
        assertThat(approvals.expire(10)).isZero();
        assertThat(approvals.find("r-1").orElseThrow().state()).isEqualTo(State.EXPIRED);
        assertThat(audited("approval-expired")).isEqualTo(1);
    }

    @Test
    void whoAsksNotesWhatHasExpired() {
        Request unused = approvals.ask(letter, "rule", LASTS);
        pass(LASTS);
        Request other = approvals.ask(compensate(order(2), "r-2"), "rule", LASTS);

        assertThat(other.state()).isEqualTo(State.OPEN);
        assertThat(audited("approval-expired")).isEqualTo(1);
    }

    @Test
    void theRequesterMayTakeItBack() {
        Request unused = approvals.ask(letter, "rule", LASTS);

        assertThat(approvals.decline("r-1", "ann", "solved otherwise").state()).isEqualTo(State.DECLINED);
        assertThat(approvals.decline("r-1", "ann", "again").comment()).isEqualTo("solved otherwise");
        assertThatThrownBy(() -> approvals.approve("r-1", "bob", "fine")).hasMessageContaining("QRT-6022");
        assertThat(letters()).isZero();
    }

    @Test
    void aRequestThatIsNotThereIsSaidToBeNone() {
        assertThat(approvals.find("r-9")).isEmpty();
        assertThatThrownBy(() -> approvals.approve("r-9", "bob", "fine")).hasMessageContaining("QRT-6022");
        assertThatThrownBy(() -> approvals.decline("\0", "bob", "no")).isInstanceOf(RuntimeException.class);
    }

    @Test
    void whatIsNoDecisionOrApprovedAlreadyCannotBeAskedFor() {
        Letter woken = new Letter(order(1), "r-1", new Letter.Woken("ann", "why"));

        assertThatThrownBy(() -> approvals.ask(woken, "rule", LASTS)).hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> approvals.ask(compensate(order(1), "r".repeat(181)), "rule", LASTS))
                .hasMessageContaining("QRT-6024");
    }

    @Test
    void ofApprovingAndDecliningAtOnceOneWins() throws Exception {
        for (int i = 0; i < 20; i++) {
            String id = "race-" + i;
            Request unused = approvals.ask(compensate(order(i), id), "rule", LASTS);
            List<Callable<State>> people = new ArrayList<>();
            people.add(() -> settled(() -> approvals.approve(id, "bob", "fine")));
            people.add(() -> settled(() -> approvals.decline(id, "carol", "no")));
            people.add(() -> settled(() -> approvals.approve(id, "dave", "fine")));

            List<State> told = atOnce(people);

            assertThat(told).filteredOn(State.OPEN::equals).hasSize(2);
            State stored = approvals.find(id).orElseThrow().state();
            assertThat(told).contains(stored);
            assertThat(database.count("SELECT count(*) FROM querent.mailbox WHERE message_id = '" + id + "'"))
                    .isEqualTo(stored == State.APPROVED ? 1 : 0);
        }
    }

    /** How it was settled; open where it was refused. */
    private static State settled(Callable<Request> deed) throws Exception {
        try {
            return deed.call().state();
        } catch (QuerentException tooLate) {
            assertThat(tooLate).hasMessageContaining("QRT-6022");
            return State.OPEN;
        }
    }
}
