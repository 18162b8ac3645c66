package io.querent.testkit.explorer;

import io.querent.decision.SagaState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One saga and everything around it at one moment. It is changed while the move that leads to it is made, by one
 * {@link Scene}, and never afterwards.
 */
final class World {
    Instant now;
    SagaState state;
    /** Token of the latest owner. */
    long token;
    /** When somebody takes the saga over; null while it has an owner. */
    @Nullable
    Instant vacantUntil;

    @Nullable
    Party owner;

    @Nullable
    Party stale;

    final List<Letter> letters;
    int faults;
    int refusals;
    int callbacks;
    int interventions;
    int reversals;
    private final Book[] books;

    /** A world in which the saga was just started. */
    World(SagaState started, int operations) {
        now = Setting.BEGINNING;
        state = started;
        token = 1;
        owner = Party.newOwner(token);
        letters = new ArrayList<>(0);
        books = new Book[operations];
        Arrays.fill(books, Book.EMPTY);
    }

    private World(World other) {
        now = other.now;
        state = other.state;
        token = other.token;
        vacantUntil = other.vacantUntil;
        owner = other.owner;
        stale = other.stale;
        letters = new ArrayList<>(other.letters);
        faults = other.faults;
        refusals = other.refusals;
        callbacks = other.callbacks;
        interventions = other.interventions;
        reversals = other.reversals;
        books = other.books.clone();
    }

    World copy() {
        return new World(this);
    }

    /** Whether no more faults, refusals, callbacks, interventions and reversals led here than there. */
    boolean isAsTroubledAs(World other) {
        return faults == other.faults
                && refusals == other.refusals
                && callbacks == other.callbacks
                && interventions == other.interventions
                && reversals == other.reversals;
    }

    boolean hasEnded() {
        return state.end() != null;
    }

    Book book(int operation) {
        return books[operation];
    }

    void book(int operation, Book changed) {
        books[operation] = changed;
    }

    /** The living process that holds, or held, that token; null when there is none. */
    @Nullable
    Party party(long itsToken) {
        if (owner != null && owner.owner().token() == itsToken) {
            return owner;
        }
        return stale != null && stale.owner().token() == itsToken ? stale : null;
    }

    /** Replaces a living process. One that has learnt of its loss and has nothing left in mind is gone. */
    void put(Party party) {
        if (owner != null && owner.owner().token() == party.owner().token()) {
            owner = party;
        } else {
            stale = party.view() == null && party.errands().isEmpty() ? null : party;
        }
    }
}
