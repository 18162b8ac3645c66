package io.querent.runtime.bulk;

import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.admin.BulkJobs.Portion;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.QuerentException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's work on bulk jobs, turn by turn. Letters that were sent and not recorded, because the node died or the database went away in
 * between, are sent again under the same ids: the mailbox knows them. Not thread-safe.
 */
public final class BulkWork {
    private static final Logger LOG = LoggerFactory.getLogger(BulkWork.class);
    private static final Duration LEASE = Duration.ofSeconds(10);

    /** After so long a node looks again whether the job is still to be carried out, and still its own. */
    private static final Duration LONGEST_TURN = Duration.ofMillis(500);

    private static final int PORTION = 200;
    private static final int MOST_JOBS_A_TURN = 20;

    private final BulkJobs jobs;
    private final Mailbox mailbox;
    private final String node;
    private final InstantSource clock;
    private final Map<String, Allowance> allowances = new HashMap<>();

    /**
     * Work of a node.
     *
     * @param node its name, unique among running processes
     * @param clock tells how much time has passed
     */
    public BulkWork(BulkJobs jobs, Mailbox mailbox, String node, InstantSource clock) {
        this.jobs = jobs;
        this.mailbox = mailbox;
        this.node = node;
        this.clock = clock;
    }

    /**
     * Does what can be done now of each job that this node can have.
     *
     * @return whether there is more to send, now or soon
     * @throws JournalUnavailableException when the database cannot be reached
     */
    public boolean turn() {
        Set<String> seen = new HashSet<>();
        boolean again = true;
        boolean more = false;
        while (again && seen.size() < MOST_JOBS_A_TURN) {
            Instant begun = clock.instant();
            Optional<Portion> portion = jobs.take(node, LEASE, PORTION);
            again = portion.isPresent() && seen.add(portion.get().job().made().id());
            if (again) {
                more |= !portion.get().items().isEmpty();
                send(portion.get(), begun.plus(LONGEST_TURN));
            }
        }
        allowances.keySet().retainAll(seen);
        return more;
    }

    private void send(Portion portion, Instant until) {
        String id = portion.job().made().id();
        if (portion.job().state() == JobState.DONE) {
            LOG.info("bulk job {} is done", id);
            return;
        }
        Allowance allowance = allowances.computeIfAbsent(
                id, unused -> new Allowance(portion.job().made().ratePerSecond(), clock.instant()));
        List<Item> told = new ArrayList<>();
        try {
            for (Item item : portion.items()) {
                Instant now = clock.instant();
                if (now.isAfter(until) || !allowance.take(now)) {
                    break;
                }
                told.add(sent(portion, item));
            }
        } finally {
            record(portion, told);
        }
    }

    /** What cannot be sent is refused: whoever made the job reads why. */
    private Item sent(Portion portion, Item item) {
        try {
            mailbox.deliver(item.letterOf(portion.job()));
            return item.as(ItemState.SENT, "");
        } catch (JournalUnavailableException away) {
            throw away;
        } catch (QuerentException unfit) {
            return item.as(ItemState.REFUSED, String.valueOf(unfit.getMessage()));
        }
    }

    private void record(Portion portion, List<Item> told) {
        String id = portion.job().made().id();
        if (!told.isEmpty() && !jobs.record(id, node, portion.token(), told)) {
            LOG.debug("bulk job {} is another node's by now, which sends the same letters", id);
        }
    }
}
