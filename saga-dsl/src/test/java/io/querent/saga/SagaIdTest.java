package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A saga's id is derived from its key, for ever in the same way: a saga re-created after a loss of data is the same saga. */
class SagaIdTest {
    /** Frozen: another value here would make a second saga out of every stored one. */
    @ParameterizedTest
    @CsvSource({
        "default:pay:order-1, dc5a5f8b-28fb-8d6d-ac43-cc8b4a2eefce, 881",
        "T1:settlement:A:2026-11-29:v3, 7b6db4c8-a9af-8b60-951e-5f1293e98efd, 493",
        "T2:settlement:A:2026-11-29:v3, 76e3d125-aa5a-83be-ae53-8005ee6f19fe, 475",
    })
    void idAndBucketAreFrozen(String key, String id, int bucket) {
        SagaId derived = SagaKey.parse(key).id();

        assertThat(derived).hasToString(id);
        assertThat(derived.bucket()).isEqualTo(bucket);
        assertThat(SagaId.parse(id)).isEqualTo(derived);
    }

    @Test
    void anIdIsANameBasedUuidOfVersion8() {
        SagaId id = SagaKey.of("pay", "order-1").id();

        assertThat(id.value().version()).isEqualTo(8);
        assertThat(id.value().variant()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-1-1-1-1",
                "not-a-uuid",
                "00000000-0000-8000-8000-00000000000",
                "00000000-0000-8000-8000-0000000000000",
                "00000000-0000-8000-8000-00000000000G",
                "ABCDEFAB-0000-8000-8000-000000000000",
                "00000000_0000_8000_8000_000000000000"
            })
    void textThatIsNoIdIsRefused(String text) {
        Refused.key(
                "QRT-1106",
                "the text is no saga id; length=" + text.length()
                        + ", expected=8-4-4-4-12 lower-case hexadecimal digits; use the id that the start answered",
                () -> SagaId.parse(text));
    }

    @Test
    void sagasSpreadOverAllBuckets() {
        int sagas = 100 * SagaId.BUCKETS;
        int[] filled = new int[SagaId.BUCKETS];
        IntStream.range(0, sagas)
                .forEach(number ->
                        filled[SagaKey.of("pay", "order-" + number).id().bucket()]++);

        assertThat(Arrays.stream(filled).summaryStatistics())
                .as("sagas a bucket, 100 on average")
                .matches(spread -> spread.getMin() >= 55 && spread.getMax() <= 155);
    }
}
