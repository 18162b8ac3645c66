package io.querent.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key ring that cannot work is refused at the start, and no message holds a key. */
class KeyRingTest {
    private static final String KEY = Base64.getEncoder().encodeToString("0123456789abcdef0123456789ABCDEF".getBytes());

    @TempDir
    Path directory;

    @Test
    void keysComeFromValuesAndFiles() throws Exception {
        Path file = Files.writeString(directory.resolve("k2"), KEY + "\n");
        KeyRing ring = KeyRing.of("k2", Map.of("k1", KEY, "k2", "file:" + file), Map.of("acme", "k1"));
        assertThat(ring.ids()).containsExactlyInAnyOrder("k1", "k2");
        assertThat(ring.toString()).contains("k1", "k2", "acme").doesNotContain(KEY);
    }

    @Test
    void aFileOfPropertiesIsReadForTheCommandLine() throws Exception {
        Path file = Files.writeString(
                directory.resolve("ring"), "current=k1\nkeys.k1=" + KEY + "\nkeys-by-tenant.acme=k1\n");
        assertThat(KeyRing.load(file).ids()).containsExactly("k1");
        Files.writeString(file, "curent=k1\n");
        assertThatThrownBy(() -> KeyRing.load(file))
                .hasMessageContaining("QRT-6045")
                .hasMessageContaining("curent");
    }

    @Test
    void whatCannotWorkIsRefusedAndNoKeyIsPrinted() {
        refused("setting=current", null, Map.of("k1", KEY), Map.of());
        refused("setting=current", "k2", Map.of("k1", KEY), Map.of());
        refused("setting=keys.k1", "k1", Map.of("k1", KEY + "!"), Map.of());
        refused("found=33 bytes", "k1", Map.of("k1", Base64.getEncoder().encodeToString(new byte[33])), Map.of());
        refused("setting=keys.k1", "k1", Map.of("k1", "file:/does/not/exist"), Map.of());
        refused("setting=keys.k1", "k1", Map.of("k1", "file:" + directory), Map.of());
        refused("setting=keys", "k 1", Map.of("k 1", KEY), Map.of());
        refused("setting=keys-by-tenant.acme", "k1", Map.of("k1", KEY), Map.of("acme", "k2"));
        // A key in the place of an id is not printed either.
        refused("setting=current", KEY, Map.of("k1", KEY), Map.of());
        refused("setting=keys", "k1", Map.of(KEY, "k1"), Map.of());
    }

    private static void refused(String why, String current, Map<String, String> keys, Map<String, String> byTenant) {
        assertThatThrownBy(() -> KeyRing.of(current, keys, byTenant))
                .isInstanceOf(InvalidKeyRingException.class)
                .hasMessageContaining("QRT-6045")
                .hasMessageContaining(why)
                .hasMessageNotContaining(KEY.substring(0, 20));
    }
}
