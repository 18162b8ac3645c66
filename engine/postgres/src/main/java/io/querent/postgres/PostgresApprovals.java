package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.Letter;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Requests for a second person in PostgreSQL. Whoever settles one holds its row: of two, one is too late. */
final class PostgresApprovals implements Approvals {
    private static final String SELECT_ONE = "SELECT " + ApprovalRow.COLUMNS + " FROM querent.approval WHERE id = ?";

    private static final String SELECT_OPEN = "SELECT " + ApprovalRow.COLUMNS
            + " FROM querent.approval WHERE answer IS NULL AND expires_at > statement_timestamp()"
            + " ORDER BY asked_at, id LIMIT ?";

    /** So that ids of entries in the audit, which begin with what was done, are none too long. */
    private static final int LONGEST_ID = 180;

    private static final int EXPIRED_AT_A_TIME = 100;

    private final Database database;
    private final StoredPayloads payloads;
    private final PostgresMailbox mailbox;
    private final ApprovalWrites writes;

    PostgresApprovals(Database database, StoredPayloads payloads) {
        this.database = database;
        this.payloads = payloads;
        this.mailbox = new PostgresMailbox(database, payloads);
        this.writes = new ApprovalWrites(payloads);
    }

    @Override
    public Request ask(Letter letter, String rule, Duration lasts) {
        Authority authority = authority(letter);
        String id = People.fit(letter.messageId(), "id", letter.messageId(), 1, LONGEST_ID);
        Request asked = database.committed("asking for a second person", connection -> {
            Optional<Request> before = find(connection, id);
            if (before.isEmpty()) {
                requireUnsent(connection, letter);
                writes.insertIfNew(connection, letter, authority, rule, lasts);
            }
            Request stored = stored(connection, id);
            if (!stored.letter().equals(letter)) {
                throw used(letter);
            }
            return stored;
        });
        // Whoever asks tidies up: there are never many that are open and late.
        int unused = expire(EXPIRED_AT_A_TIME);
        return asked;
    }

    @Override
    public Optional<Request> find(String id) {
        return database.autoCommitted("reading a request for a second person", connection -> find(connection, id));
    }

    @Override
    public List<Request> open(int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("requests are read 1 to " + LONGEST_PAGE + " at once, not " + limit);
        }
        return database.autoCommitted("reading requests for a second person", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_OPEN)) {
                select.setInt(1, limit);
                return ApprovalRow.read(select, payloads.letters());
            }
        });
    }

    @Override
    public Request approve(String id, String approver, String comment) {
        return database.committed("approving " + id, connection -> {
            Letter letter = stored(connection, id).letter();
            Authority both = authority(letter).approvedBy(approver);
            if (writes.settleIfOpen(connection, id, ApprovalRow.APPROVED, approver, comment)) {
                Letter.Decided decided = (Letter.Decided) letter.content();
                Letter approved =
                        new Letter(letter.saga(), letter.messageId(), new Letter.Decided(decided.decision(), both));
                mailbox.deliver(connection, approved);
                writes.audit(connection, "approval-given", approved, approver, comment, "");
                return stored(connection, id);
            }
            return unlessOther(stored(connection, id), State.APPROVED, approver);
        });
    }

    @Override
    public Request decline(String id, String by, String comment) {
        return database.committed("declining " + id, connection -> {
            Letter letter = stored(connection, id).letter();
            if (writes.settleIfOpen(connection, id, ApprovalRow.DECLINED, by, comment)) {
                writes.audit(connection, "approval-declined", letter, by, comment, "");
                return stored(connection, id);
            }
            return unlessOther(stored(connection, id), State.DECLINED, by);
        });
    }

    @Override
    public int expire(int limit) {
        return database.committed("closing requests whose time is up", connection -> writes.expire(connection, limit));
    }

    private static Authority authority(Letter letter) {
        if (letter.content() instanceof Letter.Decided decided
                && decided.authority().approvedBy() == null) {
            return decided.authority();
        }
        throw new QuerentException(
                "QRT-6024",
                "what came from a person cannot be used; key=" + letter.messageId()
                        + ", part=letter, expected=a decision that nobody has approved yet; correct it");
    }

    /** Under an id that has been settled nothing could be decided any more. */
    private void requireUnsent(Connection connection, Letter letter) throws SQLException {
        if (mailbox.isKnown(connection, letter.saga().id(), letter.messageId())) {
            throw used(letter);
        }
    }

    private static QuerentException used(Letter letter) {
        return new QuerentException(
                "QRT-6023",
                "the id was used for another request or letter; key=" + letter.saga() + ", id=" + letter.messageId()
                        + "; ask for a second person under an id of its own");
    }

    /** What was settled so by the same person is what they want; everything else is too late. */
    private static Request unlessOther(Request settled, State wanted, String by) {
        String settler = settled.settledBy();
        if (settled.state() == wanted && settler != null && Authority.isSamePerson(settler, by)) {
            return settled;
        }
        throw new QuerentException(
                "QRT-6022",
                "the request for a second person is not open any more; key=" + settled.id() + ", expected=OPEN, found="
                        + settled.state() + (settler == null ? "" : " by " + settler)
                        + "; look at the saga, and ask again if it is still wanted");
    }

    private Request stored(Connection connection, String id) throws SQLException {
        return find(connection, id)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6022",
                        "there is no such request for a second person; key=" + Texts.storable(id, 200)
                                + "; check the id"));
    }

    private Optional<Request> find(Connection connection, String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_ONE)) {
            select.setString(1, id);
            return ApprovalRow.read(select, payloads.letters()).stream().findFirst();
        }
    }
}
