package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** C19: a release changes the hash while rows of the old one, and nodes of the old one, are still about. */
class HashVersionsTest {
    private static final HashVersion V1 = ReleasedHashVersion.V1;
    private static final HashVersion V2 = new OtherHashVersion(2);

    private static final HashVersions OLD_RELEASE = new HashVersions(V1, V1);
    private static final HashVersions READS_BOTH_WRITES_OLD = new HashVersions(V1, V1, V2);
    private static final HashVersions READS_BOTH_WRITES_NEW = new HashVersions(V2, V1, V2);

    private static final byte[] REQUEST = "{\"amount\":1.0}".getBytes(UTF_8);
    private static final byte[] RESPELLED = "{ \"amount\": 10e-1 }".getBytes(UTF_8);
    private static final byte[] CHANGED = "{\"amount\":1.01}".getBytes(UTF_8);

    @Test
    void rowOfTheOldVersionIsComparedByTheOldVersion() {
        RequestHash stored = OLD_RELEASE.hash(REQUEST);

        assertThat(stored.version()).isEqualTo(1);
        assertThat(READS_BOTH_WRITES_NEW.matches(stored, RESPELLED)).isTrue();
        assertThat(READS_BOTH_WRITES_NEW.matches(stored, CHANGED)).isFalse();
    }

    @Test
    void rowOfTheNewVersionIsComparedByTheNewVersion() {
        RequestHash stored = READS_BOTH_WRITES_NEW.hash(REQUEST);

        assertThat(stored.version()).isEqualTo(2);
        assertThat(stored.hex()).isNotEqualTo(OLD_RELEASE.hash(REQUEST).hex());
        assertThat(READS_BOTH_WRITES_NEW.matches(stored, RESPELLED)).isTrue();
        assertThat(READS_BOTH_WRITES_NEW.matches(stored, CHANGED)).isFalse();
    }

    @Test
    void everyNodeOfARollingUpgradeComparesEveryRow() {
        HashVersions[][] upgrades = {
            {OLD_RELEASE, READS_BOTH_WRITES_OLD}, {READS_BOTH_WRITES_OLD, READS_BOTH_WRITES_NEW}
        };
        for (HashVersions[] nodes : upgrades) {
            for (HashVersions writer : nodes) {
                for (HashVersions reader : nodes) {
                    assertThat(reader.matches(writer.hash(REQUEST), RESPELLED)).isTrue();
                    assertThat(reader.matches(writer.hash(REQUEST), CHANGED)).isFalse();
                }
            }
        }
    }

    @Test
    void unknownVersionIsNeitherReplayNorConflict() {
        RequestHash newer = READS_BOTH_WRITES_NEW.hash(REQUEST);

        assertThatThrownBy(() -> OLD_RELEASE.matches(newer, REQUEST))
                .isInstanceOf(RequestHashException.class)
                .hasMessageStartingWith("QRT-1017 ");
    }

    @Test
    void thisReleaseReadsAndWritesVersionOne() {
        assertThat(HashVersions.RELEASED.hash(REQUEST)).isEqualTo(OLD_RELEASE.hash(REQUEST));
    }

    @Test
    void versionRegisteredTwiceIsRefused() {
        assertThatThrownBy(() -> new HashVersions(V1, V1, new OtherHashVersion(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("hash version 1 is registered twice");
    }

    @Test
    void versionThatIsWrittenMustBeReadable() {
        assertThatThrownBy(() -> new HashVersions(V2, V1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("hash version 2 is written but not readable");
    }

    /** Stands for a version to come: another algorithm over the same canonical form. */
    private record OtherHashVersion(int number) implements HashVersion {
        @Override
        public String hexOf(byte[] json) {
            CRC32 checksum = new CRC32();
            checksum.update(CanonicalJson.canonicalise(json));
            return HexFormat.of().toHexDigits(checksum.getValue()).repeat(4);
        }
    }
}
