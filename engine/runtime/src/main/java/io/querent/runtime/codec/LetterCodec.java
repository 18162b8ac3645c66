package io.querent.runtime.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.journal.Letter;
import io.querent.saga.Amount;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads what letters say. Names are ours and stored: renaming a class changes nothing. Thread-safe.
 */
public final class LetterCodec {
    private static final String TOLD = "told";
    private static final String DECIDED = "decided";
    private static final String WOKEN = "woken";

    /** Results, messages, references and evidence. Who decides what and why stays readable for auditors. */
    private static final Set<String> PROTECTED = Set.of("text", "effect", "evidence");

    private final ProtectedMembers members;

    private final JsonMapper mapper = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Writes contents as they are. */
    public LetterCodec() {
        this(PayloadProtection.NONE);
    }

    /** Writes contents whose payloads are protected where they are stored. */
    public LetterCodec(PayloadProtection protection) {
        this.members = new ProtectedMembers(protection, PROTECTED);
    }

    /** The one shape in which all contents are stored. */
    private record Form(
            @Nullable String kind,
            @Nullable String sender,
            @Nullable String operation,
            @Nullable String answer,
            @Nullable String code,
            @Nullable String text,
            @Nullable String decision,
            @Nullable String evidence,
            @Nullable String reason,
            @Nullable Long revision,
            @Nullable String effect,
            @Nullable String approvedBy) {}

    /** Writes what a letter says as it is stored: protected where protection is on. */
    public String protect(Letter letter) {
        return members.protect(letter.saga(), place(letter.messageId()), encode(letter.content()));
    }

    /**
     * Reads what the letter to that saga with that id says, as it is stored.
     *
     * @throws UnreadableLetterException as {@link #decode(String, String)}, or when it is protected by a key that is not known, or was
     *     changed or moved since
     */
    public Letter.Content reveal(SagaKey saga, String messageId, String stored) {
        String json;
        try {
            json = members.reveal(saga, place(messageId), stored);
        } catch (PayloadNotRevealedException notRevealed) {
            throw UnreadableLetterException.notRevealed(notRevealed);
        }
        return decode(messageId, json);
    }

    private static String place(String messageId) {
        return "letter/" + messageId;
    }

    /** Writes a content, without protection. */
    public String encode(Letter.Content content) {
        return LoneSurrogates.escape(mapper.writeValueAsString(form(content)));
    }

    /**
     * Reads the content, which is not protected, of the letter with that id.
     *
     * @throws UnreadableLetterException when a newer version wrote it, or it is damaged
     */
    public Letter.Content decode(String messageId, String json) {
        Form form = read(json);
        String sender = required(form.sender);
        return switch (required(form.kind)) {
            case TOLD -> new Letter.Told(required(form.operation), sender, answer(form));
            case DECIDED -> new Letter.Decided(decision(form), authority(messageId, sender, form));
            case WOKEN -> new Letter.Woken(sender, required(form.reason));
            default -> throw UnreadableLetterException.unknown("kind", form.kind);
        };
    }

    private static Authority authority(String messageId, String sender, Form form) {
        long revision = form.revision == null ? 0 : form.revision;
        Authority alone = new Authority(sender, required(form.reason), revision, messageId);
        if (form.approvedBy == null) {
            return alone;
        }
        try {
            return alone.approvedBy(form.approvedBy);
        } catch (QuerentException samePerson) {
            throw UnreadableLetterException.unknown("approver", form.approvedBy);
        }
    }

    private Form read(String json) {
        try {
            return mapper.readValue(json, Form.class);
        } catch (JacksonException damaged) {
            throw UnreadableLetterException.damaged(damaged);
        }
    }

    private static Form form(Letter.Content content) {
        if (content instanceof Letter.Told told) {
            return told(told);
        } else if (content instanceof Letter.Decided decided) {
            return decided(decided.decision(), decided.authority());
        } else if (content instanceof Letter.Woken woken) {
            return new Form(
                    WOKEN, woken.sender(), null, null, null, null, null, null, woken.reason(), null, null, null);
        }
        throw new IllegalStateException("no form for " + content);
    }

    private static Form told(Letter.Told told) {
        QueryAnswer answer = told.answer();
        String name = answer.getClass().getSimpleName();
        String code = null;
        String text = null;
        if (answer instanceof QueryAnswer.Found found) {
            text = found.result();
        } else if (answer instanceof QueryAnswer.FoundRejected rejected) {
            code = rejected.code();
            text = rejected.message();
        } else if (answer instanceof QueryAnswer.Reversed reversed) {
            code = reversed.code();
            text = reversed.message();
        } else if (answer instanceof QueryAnswer.FoundRefusedWithEffect refused) {
            code = refused.code();
            text = refused.message();
        } else if (answer instanceof QueryAnswer.FoundPending pending) {
            text = pending.reference();
        } else if (answer instanceof QueryAnswer.Mismatch mismatch) {
            text = mismatch.detail();
        }
        String effect = answer instanceof QueryAnswer.FoundRefusedWithEffect refused ? refused.effect() : null;
        return new Form(TOLD, told.sender(), told.operation(), name, code, text, null, null, null, null, effect, null);
    }

    private static QueryAnswer answer(Form form) {
        return switch (required(form.answer)) {
            case "Found" -> new QueryAnswer.Found(required(form.text));
            case "FoundRejected" -> new QueryAnswer.FoundRejected(required(form.code), required(form.text));
            case "Reversed" -> new QueryAnswer.Reversed(required(form.code), required(form.text));
            case "FoundRefusedWithEffect" ->
                new QueryAnswer.FoundRefusedWithEffect(required(form.code), required(form.text), required(form.effect));
            case "FoundPending" -> new QueryAnswer.FoundPending(required(form.text));
            case "Mismatch" -> new QueryAnswer.Mismatch(required(form.text));
            default -> throw UnreadableLetterException.unknown("answer", form.answer);
        };
    }

    private static Form decided(OperatorDecision decision, Authority authority) {
        String operation = decision instanceof OperatorDecision.OnOperation on ? on.operation() : null;
        String code = decision instanceof OperatorDecision.ConfirmFailed failed ? failed.code() : null;
        String text = text(decision);
        return new Form(
                DECIDED,
                authority.operator(),
                operation,
                null,
                code,
                text,
                decision.name(),
                decision.evidence(),
                authority.reason(),
                authority.revision(),
                null,
                authority.approvedBy());
    }

    private static @Nullable String text(OperatorDecision decision) {
        if (decision instanceof OperatorDecision.Move move) {
            return String.valueOf(move.version());
        }
        if (decision instanceof OperatorDecision.CompensatePart part) {
            return part.amount().toString();
        }
        return decision instanceof OperatorDecision.ConfirmSucceeded succeeded ? succeeded.result() : null;
    }

    private static int version(Form form) {
        try {
            return Integer.parseInt(required(form.text));
        } catch (NumberFormatException damaged) {
            throw UnreadableLetterException.unknown("version", form.text);
        }
    }

    private static Amount amount(Form form) {
        String[] words = required(form.text).split(" ", -1);
        try {
            return Amount.of(words[0], words.length == 2 ? words[1] : "");
        } catch (IllegalArgumentException damaged) {
            throw UnreadableLetterException.unknown("amount", form.text);
        }
    }

    private static OperatorDecision decision(Form form) {
        String evidence = form.evidence == null ? "" : form.evidence;
        return switch (required(form.decision)) {
            case "confirm-succeeded" ->
                new OperatorDecision.ConfirmSucceeded(required(form.operation), required(form.text), evidence);
            case "confirm-failed" ->
                new OperatorDecision.ConfirmFailed(required(form.operation), required(form.code), evidence);
            case "confirm-never-ran" -> new OperatorDecision.ConfirmNeverRan(required(form.operation), evidence);
            case "ask-again" -> new OperatorDecision.AskAgain(required(form.operation));
            case "resend" -> new OperatorDecision.Resend(required(form.operation));
            case "made-good" -> new OperatorDecision.MadeGood(required(form.operation), evidence);
            case "compensate" -> new OperatorDecision.Compensate();
            case "compensate-step" -> new OperatorDecision.CompensateStep(required(form.operation));
            case "compensate-part" -> new OperatorDecision.CompensatePart(required(form.operation), amount(form));
            case "abandon" -> new OperatorDecision.Abandon();
            case "approve" -> new OperatorDecision.Approve(required(form.operation));
            case "decline" -> new OperatorDecision.Decline(required(form.operation));
            case "redrive" -> new OperatorDecision.Redrive(required(form.operation));
            case "cancel" -> new OperatorDecision.Cancel();
            case "pause" -> new OperatorDecision.Pause();
            case "resume" -> new OperatorDecision.Resume();
            case "move" -> new OperatorDecision.Move(version(form));
            default -> throw UnreadableLetterException.unknown("decision", form.decision);
        };
    }

    private static String required(@Nullable String member) {
        if (member == null) {
            throw UnreadableLetterException.unknown("member", "none");
        }
        return member;
    }
}
