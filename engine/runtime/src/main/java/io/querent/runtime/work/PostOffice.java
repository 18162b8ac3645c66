package io.querent.runtime.work;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.runtime.Receipt;
import io.querent.runtime.codec.PayloadCodec.PayloadException;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.HistoryArchivedException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes letters out of the mailbox and has them decided on the stored state, each by the node that owns its saga or, while nobody
 * does, by any. A letter that cannot be decided yet stays in the mailbox; one that is lost half-way is recognised by its id, which the
 * saga remembers. Thread-safe.
 */
final class PostOffice {
    private static final Logger LOG = LoggerFactory.getLogger(PostOffice.class);
    private static final int LOOKS_UNTIL_SAID = 5;
    private static final int BATCH = 100;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration PARK_AFTER = Duration.ofHours(24);

    private final EngineParts parts;
    private final Definitions definitions;
    private final Runs runs;
    private final Mailbox mailbox;
    private final SecondPersonCheck secondPerson;
    private boolean unavailable;

    PostOffice(EngineParts parts, Definitions definitions, Runs runs) {
        this.parts = parts;
        this.definitions = definitions;
        this.runs = runs;
        this.mailbox = parts.journal().mailbox();
        this.secondPerson = new SecondPersonCheck(
                parts.settings().secondPerson(), new AmountsAtStake(definitions, new StatedAmounts(parts.payloads())));
    }

    /**
     * Stores a letter, and looks at it at once unless another node owns its saga.
     *
     * @throws JournalUnavailableException when the database cannot be reached
     */
    Receipt post(Letter letter) {
        Delivery delivery = mailbox.deliver(letter);
        parts.counters().add(Count.LETTERS_RECEIVED);
        if (delivery.settled() != null) {
            parts.counters().add(Count.LETTERS_REPEATED);
            return receipt(letter, delivery, true);
        }
        try {
            mailbox.take(parts.settings().node(), definitions.names(), letter).ifPresent(this::lookAt);
        } catch (JournalUnavailableException later) {
            LOG.debug("letter {} is stored and looked at later: {}", letter.messageId(), later.getMessage());
        }
        return mailbox.find(letter.saga().id(), letter.messageId())
                .map(now -> receipt(letter, now, false))
                .orElseThrow(() -> new IllegalStateException("a stored letter is gone: " + letter.messageId()));
    }

    /** The receipt of a letter as soon as it is settled, or as it is after {@code longest}. */
    CompletionStage<Receipt> settled(Letter letter, Receipt first, Duration longest) {
        if (first.state() != Receipt.State.WAITING || longest.isNegative()) {
            return CompletableFuture.completedFuture(first);
        }
        CompletableFuture<Receipt> later = new CompletableFuture<>();
        parts.workers().later(LOOK_AGAIN, () -> look(letter, first, longest.minus(LOOK_AGAIN), later));
        return later;
    }

    /** Looks at what waits for sagas of this node, and of nobody. */
    void lookAtAll() {
        try {
            List<Delivery> deliveries;
            do {
                deliveries = mailbox.take(parts.settings().node(), definitions.names(), BATCH);
                deliveries.forEach(this::lookAt);
            } while (deliveries.size() == BATCH);
            unavailable = false;
        } catch (JournalUnavailableException failure) {
            if (!unavailable) {
                LOG.warn("letters wait while the database is not available: {}", failure.getMessage());
            }
            unavailable = true;
        } catch (RuntimeException failure) {
            LOG.error("letters could not be looked at; it is tried again", failure);
        }
    }

    /** Puts aside what has waited for too long and nobody takes: for a definition that nobody runs, or unreadable. */
    void parkOld() {
        repeat("old letters could not be put aside", () -> {
            int parked = mailbox.park(PARK_AFTER, BATCH);
            if (parked > 0) {
                parts.counters().add(Count.LETTERS_PARKED, parked);
                LOG.warn(
                        "{} callbacks or decisions found nobody to take them in within {} and are parked; a person should look"
                                + " at them in querent.mailbox (answer = 4)",
                        parked,
                        PARK_AFTER);
            }
            return parked;
        });
    }

    /** Forgets letters that nobody will repeat any more. */
    void forgetOld() {
        repeat(
                "old letters could not be forgotten",
                () -> mailbox.forget(parts.settings().keepLetters(), BATCH));
    }

    private static void repeat(String failed, IntSupplier batch) {
        try {
            int done;
            do {
                done = batch.getAsInt();
            } while (done == BATCH);
        } catch (JournalUnavailableException later) {
            LOG.debug("{}: {}", failed, later.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("{}; it is tried again", failed, failure);
        }
    }

    private void look(Letter letter, Receipt last, Duration longest, CompletableFuture<Receipt> told) {
        try {
            settled(letter, receiptNow(letter, last), longest)
                    .whenComplete((receipt, failure) -> told.complete(receipt == null ? last : receipt));
        } catch (RuntimeException failure) {
            LOG.debug("letter {} is stored; what became of it is not known yet", letter.messageId(), failure);
            told.complete(last);
        }
    }

    /** While the database is away nothing new is known, and it may come back in time. */
    private Receipt receiptNow(Letter letter, Receipt last) {
        try {
            return mailbox.find(letter.saga().id(), letter.messageId())
                    .map(delivery -> receipt(letter, delivery, last.repeated()))
                    .orElse(last);
        } catch (JournalUnavailableException away) {
            LOG.debug("letter {} is stored: {}", letter.messageId(), away.getMessage());
            return last;
        }
    }

    private void lookAt(Delivery delivery) {
        Letter letter = delivery.letter();
        try {
            Optional<StoredSaga> saga = parts.journal().find(letter.saga().id());
            if (saga.isPresent() && saga.get().archived() != null) {
                cannotTakeIn(
                        delivery,
                        new HistoryArchivedException(letter.saga(), saga.get().archived()));
                return;
            }
            Optional<String> refusal =
                    saga.filter(this::isRunHere).flatMap(stored -> secondPerson.refusal(stored.state(), letter));
            Optional<SagaCommand> command = saga.flatMap(stored -> command(letter, stored));
            refusal = refusal.or(() -> saga.flatMap(stored -> mismatch(letter, stored)));
            if (refusal.isPresent()) {
                settle(delivery, new Settlement(Answer.REFUSED, refusal.get()));
            } else if (command.isEmpty()) {
                putOffOrPark(delivery);
            } else {
                settle(delivery, parts.outside().send(letter.saga(), command.get()));
            }
        } catch (JournalUnavailableException failure) {
            throw failure;
        } catch (HistoryArchivedException meanwhile) {
            cannotTakeIn(delivery, meanwhile);
        } catch (PayloadException unfit) {
            settle(delivery, new Settlement(Answer.REFUSED, String.valueOf(unfit.getMessage())));
        } catch (AppendRefusedException unfit) {
            settleUnfit(delivery, unfit);
        } catch (QuerentException later) {
            sayIfItLasts(delivery, later);
            putOffOrPark(delivery);
        } catch (RuntimeException | StackOverflowError failure) {
            LOG.error(
                    "letter {} of saga {} could not be decided; it is looked at again",
                    letter.messageId(),
                    letter.saga(),
                    MaskedFailure.of(failure));
            putOffOrPark(delivery);
        }
    }

    /** What was decided on a history that has left the database before it was written is not unfit, but too late. */
    private void settleUnfit(Delivery delivery, AppendRefusedException unfit) {
        SagaKey key = delivery.letter().saga();
        Optional<HistoryArchivedException> archived = parts.journal()
                .find(key.id())
                .map(StoredSaga::archived)
                .map(where -> new HistoryArchivedException(key, where));
        if (archived.isPresent()) {
            cannotTakeIn(delivery, archived.get());
        } else {
            settle(delivery, new Settlement(Answer.REFUSED, String.valueOf(unfit.getMessage())));
        }
    }

    /**
     * A person is told that it is too late. What a downstream says may be about money, so it is put aside for a person, who has the
     * archive.
     */
    private void cannotTakeIn(Delivery delivery, HistoryArchivedException why) {
        Letter letter = delivery.letter();
        String message = String.valueOf(why.getMessage());
        if (!(letter.content() instanceof Letter.Told)) {
            settle(delivery, new Settlement(Answer.REFUSED, message));
        } else if (mailbox.settle(delivery, new Settlement(Answer.PARKED, message))) {
            parts.counters().add(Count.LETTERS_PARKED);
            LOG.warn(
                    "callback {} came too late and is parked; a person should look at it: {}",
                    letter.messageId(),
                    message);
        }
    }

    /** Soon over, most of the time; what is not, a person should know of before it is parked. */
    private static void sayIfItLasts(Delivery delivery, QuerentException why) {
        Letter letter = delivery.letter();
        if (delivery.looks() == LOOKS_UNTIL_SAID) {
            LOG.warn(
                    "letter {} of saga {} still waits after {} looks: {}",
                    letter.messageId(),
                    letter.saga(),
                    delivery.looks(),
                    MaskedFailure.text(String.valueOf(why.getMessage())));
        } else {
            LOG.debug(
                    "letter {} of saga {} waits: {}",
                    letter.messageId(),
                    letter.saga(),
                    MaskedFailure.text(String.valueOf(why.getMessage())));
        }
    }

    private void putOffOrPark(Delivery delivery) {
        Instant expiry = delivery.receivedAt().plus(PARK_AFTER);
        if (parts.clock().instant().isBefore(expiry)) {
            mailbox.putOff(delivery, pause(delivery));
        } else if (mailbox.settle(delivery, new Settlement(Answer.PARKED, "nothing took it in in time"))) {
            parts.counters().add(Count.LETTERS_PARKED);
            LOG.warn(
                    "letter {} of saga {} could not be taken in within {} and is parked; a person should look at it",
                    delivery.letter().messageId(),
                    delivery.letter().saga(),
                    PARK_AFTER);
        }
    }

    /** A node that lacks the definition cannot know what the decision is about: it leaves the letter to one that has it. */
    private boolean isRunHere(StoredSaga saga) {
        return definitions
                .find(saga.row().key().definition(), saga.row().definitionVersion())
                .isPresent();
    }

    private Optional<String> mismatch(Letter letter, StoredSaga saga) {
        return definitions
                .find(saga.row().key().definition(), saga.row().definitionVersion())
                .flatMap(definition -> Letters.refusal(parts.payloads(), definition, saga.state(), letter));
    }

    private Optional<SagaCommand> command(Letter letter, StoredSaga saga) {
        return definitions
                .find(saga.row().key().definition(), saga.row().definitionVersion())
                .flatMap(definition -> Letters.command(parts, definitions, definition, saga.state(), letter));
    }

    private void settle(Delivery delivery, Decision decision) {
        if (decision instanceof Decision.Accepted accepted) {
            Answer answer = accepted.events().isEmpty() ? Answer.NOTHING_NEW : Answer.APPLIED;
            settle(delivery, new Settlement(answer, ""));
            runs.find(delivery.letter().saga().id()).ifPresent(SagaRun::refresh);
        } else if (decision instanceof Decision.Refused refused) {
            boolean done = refused.refusal() == Decision.Refusal.REPEATED;
            settle(delivery, new Settlement(done ? Answer.APPLIED : Answer.REFUSED, refused.message()));
        }
    }

    private void settle(Delivery delivery, Settlement settlement) {
        if (mailbox.settle(delivery, settlement)) {
            parts.counters()
                    .add(settlement.answer() == Answer.REFUSED ? Count.LETTERS_REFUSED : Count.LETTERS_TAKEN_IN);
        }
    }

    private static Duration pause(Delivery delivery) {
        Duration pause = SHORTEST_PAUSE.multipliedBy(1L << Math.min(delivery.looks(), 16));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    private static Receipt receipt(Letter letter, Delivery delivery, boolean repeated) {
        Settlement settled = delivery.settled();
        return settled == null
                ? new Receipt(letter.messageId(), Receipt.State.WAITING, "", repeated)
                : new Receipt(letter.messageId(), state(settled.answer()), settled.detail(), repeated);
    }

    private static Receipt.State state(Answer answer) {
        return switch (answer) {
            case APPLIED -> Receipt.State.APPLIED;
            case NOTHING_NEW -> Receipt.State.NOTHING_NEW;
            case REFUSED -> Receipt.State.REFUSED;
            case PARKED -> Receipt.State.PARKED;
        };
    }
}
