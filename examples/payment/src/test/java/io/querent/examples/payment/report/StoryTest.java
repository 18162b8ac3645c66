package io.querent.examples.payment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Via;
import io.querent.examples.payment.saga.PaymentEvents;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoryTest {
    private static final String TRANSFER = "transfer";

    @Test
    void aSmoothPaymentMeetsNothing() {
        Story story = Story.of(PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .succeeds(TRANSFER)
                .succeeds("book")
                .succeeds("notify")
                .completed()
                .list());

        assertThat(story.count(Figure.ATTEMPTS)).isEqualTo(4);
        assertThat(story.count(Figure.UNKNOWN) + story.count(Figure.QUESTIONS) + story.count(Figure.RESENDS))
                .isZero();
        assertThat(story.longestDoubt()).isZero();
        assertThat(story.refusal()).isNull();
    }

    @Test
    void aLostAnswerIsFound() {
        Story story = Story.of(sentAndUnknown()
                .asked(TRANSFER, "Unavailable")
                .succeeded(TRANSFER, Via.QUERY)
                .list());

        assertThat(story.count(Figure.UNKNOWN)).isEqualTo(1);
        assertThat(story.count(Figure.QUESTIONS)).isEqualTo(2);
        assertThat(story.count(Figure.FOUND)).isEqualTo(1);
        assertThat(story.count(Figure.FOUND_LATE)).isZero();
        assertThat(story.longestDoubt()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aQuestionThatWasRefusedBeforeItWasAskedIsNone() {
        Story story = Story.of(sentAndUnknown()
                .asked(TRANSFER, "NotAsked")
                .succeeded(TRANSFER, Via.QUERY)
                .list());

        assertThat(story.count(Figure.QUESTIONS)).isEqualTo(1);
        assertThat(story.count(Figure.FOUND)).isEqualTo(1);
    }

    @Test
    void whatAQueryMissedAtFirstIsFoundLate() {
        Story story = Story.of(sentAndUnknown()
                .asked(TRANSFER, "NotFound")
                .succeeded(TRANSFER, Via.QUERY)
                .list());

        assertThat(story.count(Figure.FOUND_LATE)).isEqualTo(1);
        assertThat(story.count(Figure.FOUND)).isZero();
    }

    @Test
    void eachUnknownOutcomeIsResolvedOnce() {
        Story story = Story.of(sentAndUnknown()
                .absent(TRANSFER)
                .attempt(TRANSFER, 2)
                .unknown(TRANSFER, 2)
                .absent(TRANSFER)
                .attempt(TRANSFER, 3)
                .unknown(TRANSFER, 3)
                .rejected(TRANSFER, "account-closed", Via.QUERY)
                .list());

        assertThat(story.count(Figure.UNKNOWN)).isEqualTo(3);
        assertThat(story.count(Figure.SENT_AGAIN)).isEqualTo(2);
        assertThat(story.count(Figure.RESENDS)).isEqualTo(2);
        assertThat(story.count(Figure.FOUND_REJECTED)).isEqualTo(1);
        assertThat(story.count(Figure.OPEN)).isZero();
        assertThat(story.refusal()).isEqualTo("account-closed");
        assertThat(story.longestDoubt()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void whatIsNotResolvedYetIsOpenAndAReviewIsNot() {
        assertThat(Story.of(sentAndUnknown().list()).count(Figure.OPEN)).isEqualTo(1);

        Story reviewed = Story.of(sentAndUnknown().review(TRANSFER).list());
        assertThat(reviewed.count(Figure.OPEN)).isZero();
        assertThat(reviewed.count(Figure.REVIEWED)).isEqualTo(1);
    }

    @Test
    void anAttemptThatWasNotExecutedIsNoDoubt() {
        Story story = Story.of(PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .attempt(TRANSFER, 1)
                .notExecuted(TRANSFER)
                .attempt(TRANSFER, 2)
                .succeeded(TRANSFER, Via.ANSWER)
                .list());

        assertThat(story.count(Figure.NOT_EXECUTED)).isEqualTo(1);
        assertThat(story.count(Figure.RESENDS)).isZero();
    }

    @Test
    void compensationsAreCountedByWhatTheyGiveBack() {
        Story story = Story.of(PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .succeeds(TRANSFER)
                .isRejected("book", "order-held")
                .turnsBack("book")
                .succeeds("transfer.undo")
                .succeeds("reserve-funds.undo")
                .compensated()
                .list());

        assertThat(story.count(Figure.REVERSALS)).isEqualTo(1);
        assertThat(story.count(Figure.RELEASES)).isEqualTo(1);
        assertThat(story.refusal()).isEqualTo("order-held");
    }

    private static PaymentEvents sentAndUnknown() {
        return PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .attempt(TRANSFER, 1)
                .unknown(TRANSFER, 1);
    }
}
