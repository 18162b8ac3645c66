package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.axonframework.eventhandling.GlobalSequenceTrackingToken;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.ReplayToken;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventhandling.WrappedToken;
import org.junit.jupiter.api.Test;

class LogPositionTest {
    private static final int ROUNDS = 2_000;

    private final Random random = new Random(20261129);

    @Test
    void ofTwoPositionsOneCoversTheOtherAndBothOnlyWhenEqual() {
        for (int round = 0; round < ROUNDS; round++) {
            LogPosition one = any();
            LogPosition other = any();
            assertThat(one.covers(other) || other.covers(one))
                    .as("%s, %s", one, other)
                    .isTrue();
            assertThat(one.covers(other) && other.covers(one))
                    .as("%s, %s", one, other)
                    .isEqualTo(one.equals(other));
            assertThat(one.samePositionAs(other)).isEqualTo(one.equals(other));
        }
    }

    @Test
    void coveringIsTransitive() {
        for (int round = 0; round < ROUNDS; round++) {
            LogPosition one = any();
            LogPosition two = any();
            LogPosition three = any();
            if (one.covers(two) && two.covers(three)) {
                assertThat(one.covers(three)).as("%s, %s, %s", one, two, three).isTrue();
            }
        }
    }

    @Test
    void theLowerBoundIsTheGreatestPositionBothCover() {
        for (int round = 0; round < ROUNDS; round++) {
            LogPosition one = any();
            LogPosition other = any();
            LogPosition lower = one.lowerBound(other);
            assertThat(lower).isIn(one, other).isEqualTo(other.lowerBound(one));
            assertThat(one.covers(lower) && other.covers(lower)).isTrue();
        }
    }

    @Test
    void theUpperBoundIsTheLeastPositionThatCoversBoth() {
        for (int round = 0; round < ROUNDS; round++) {
            LogPosition one = any();
            LogPosition other = any();
            LogPosition upper = one.upperBound(other);
            assertThat(upper).isIn(one, other).isEqualTo(other.upperBound(one));
            assertThat(upper.covers(one) && upper.covers(other)).isTrue();
        }
    }

    @Test
    void aLaterTransactionIsLaterWhateverItsNumbers() {
        assertThat(new LogPosition(8, 1).covers(new LogPosition(7, 900))).isTrue();
        assertThat(new LogPosition(7, 900).covers(new LogPosition(8, 1))).isFalse();
    }

    @Test
    void nullComesBeforeEveryEvent() {
        LogPosition position = new LogPosition(7, 9);

        assertThat(position.covers(null)).isTrue();
        assertThat(position.lowerBound(null)).isNull();
        assertThat(position.upperBound(null)).isEqualTo(position);
        assertThat(position.samePositionAs(null)).isFalse();
        assertThat(LogPosition.START.covers(position)).isFalse();
    }

    @Test
    void aTokenOfAnotherStoreIsRefused() {
        TrackingToken foreign = new GlobalSequenceTrackingToken(3);

        assertThatThrownBy(() -> LogPosition.START.covers(foreign)).hasMessageContaining("QRT-4013");
        assertThatThrownBy(() -> LogPosition.START.lowerBound(foreign)).hasMessageContaining("QRT-4013");
        assertThatThrownBy(() -> LogPosition.START.upperBound(foreign)).hasMessageContaining("QRT-4013");
    }

    @Test
    void aReplayEndsWithTheFirstEventAfterTheReset() {
        for (int round = 0; round < ROUNDS; round++) {
            List<LogPosition> log = log(12);
            int reset = random.nextInt(log.size());
            TrackingToken token = ReplayToken.createReplayToken(log.get(reset), LogPosition.START);
            for (int next = 0; next < log.size(); next++) {
                token = WrappedToken.advance(token, log.get(next));
                assertThat(ReplayToken.isReplay(token))
                        .as("%s at %s of %s", reset, next, log)
                        .isEqualTo(next <= reset);
                assertThat(WrappedToken.unwrapLowerBound(token)).isEqualTo(log.get(next));
            }
        }
    }

    /** What a merged segment still has to handle is what either half had not handled. */
    @Test
    void aMergedSegmentReadsFromTheEarlierHalfUntilBothAreTheSame() {
        for (int round = 0; round < ROUNDS; round++) {
            List<LogPosition> log = log(12);
            LogPosition one = log.get(random.nextInt(log.size() - 1));
            LogPosition other = log.get(random.nextInt(log.size() - 1));
            TrackingToken token = MergedTrackingToken.merged(one, other);
            assertThat(WrappedToken.unwrapLowerBound(token)).isEqualTo(one.lowerBound(other));
            assertThat(WrappedToken.unwrapUpperBound(token)).isEqualTo(one.upperBound(other));
            for (LogPosition next : log) {
                if (!WrappedToken.unwrapLowerBound(token).covers(next)) {
                    token = WrappedToken.advance(token, next);
                }
            }
            assertThat(token).as("%s and %s of %s", one, other, log).isEqualTo(log.get(log.size() - 1));
        }
    }

    private LogPosition any() {
        return new LogPosition(random.nextInt(4), random.nextInt(6));
    }

    /** Positions in the log's order: transactions ascend, numbers do only within each. */
    private List<LogPosition> log(int size) {
        List<LogPosition> positions = new ArrayList<>();
        long transaction = 1;
        long index = random.nextInt(50);
        for (int i = 0; i < size; i++) {
            if (random.nextInt(3) == 0) {
                transaction++;
                index = random.nextInt(50);
            }
            positions.add(new LogPosition(transaction, ++index));
        }
        return positions;
    }
}
