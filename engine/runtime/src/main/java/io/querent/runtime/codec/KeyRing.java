package io.querent.runtime.codec;

import io.querent.saga.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The keys that protect payloads, by id: current ones to write with, and older ones to read with. Prints ids alone. Immutable. */
public final class KeyRing {
    private static final int KEY_BYTES = 32;
    private static final int LONGEST_FILE_BYTES = 4_096;
    private static final String FILE = "file:";
    private static final String KEYS = "keys.";
    private static final String BY_TENANT = "keys-by-tenant.";

    private final String current;
    private final Map<String, SecretKey> keys;
    private final Map<String, String> byTenant;

    private KeyRing(String current, Map<String, SecretKey> keys, Map<String, String> byTenant) {
        this.current = current;
        this.keys = keys;
        this.byTenant = byTenant;
    }

    /**
     * Reads a ring.
     *
     * @param current id of the key that new payloads are protected with
     * @param keys the keys by id: 32 bytes in base64, or {@code file:} and the path of a file that holds that
     * @param byTenant ids of the keys for payloads of particular tenants; may be empty
     * @throws InvalidKeyRingException when an id or key is malformed or missing
     */
    public static KeyRing of(@Nullable String current, Map<String, String> keys, Map<String, String> byTenant) {
        Map<String, SecretKey> read = new HashMap<>();
        keys.forEach((id, key) -> read.put(checkedId(id), key(KEYS + id, key)));
        if (current == null || current.isBlank()) {
            throw new InvalidKeyRingException("current", "the id of one of the keys", "nothing");
        }
        checkKnown("current", current, read);
        byTenant.forEach((tenant, id) -> checkKnown(BY_TENANT + tenant, id, read));
        return new KeyRing(current, Map.copyOf(read), Map.copyOf(byTenant));
    }

    /**
     * Reads a ring from a file of properties: {@code current}, {@code keys.ID} and {@code keys-by-tenant.TENANT}.
     *
     * @throws InvalidKeyRingException when an id or key is malformed or missing, or a property is none of these
     * @throws IOException when the file cannot be read
     */
    public static KeyRing load(Path file) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Map<String, String> keys = new TreeMap<>();
        Map<String, String> byTenant = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name).strip();
            if (name.startsWith(KEYS)) {
                keys.put(name.substring(KEYS.length()), value);
            } else if (name.startsWith(BY_TENANT)) {
                byTenant.put(name.substring(BY_TENANT.length()), value);
            } else if (!name.equals("current")) {
                throw new InvalidKeyRingException(name, "current, keys.ID or keys-by-tenant.TENANT", "another name");
            }
        }
        return of(properties.getProperty("current"), keys, byTenant);
    }

    String currentFor(Tenant tenant) {
        return byTenant.getOrDefault(tenant.value(), current);
    }

    Optional<SecretKey> key(String id) {
        return Optional.ofNullable(keys.get(id));
    }

    /** Ids of all keys. */
    public Set<String> ids() {
        return Collections.unmodifiableSet(keys.keySet());
    }

    private static String checkedId(String id) {
        boolean fits = !id.isEmpty() && id.length() <= 32 && id.chars().allMatch(KeyRing::isOfId);
        if (!fits) {
            throw new InvalidKeyRingException(
                    "keys",
                    "ids of 1 to 32 letters, digits, '.', '_' and '-'",
                    "an id of " + id.length() + " characters");
        }
        return id;
    }

    private static boolean isOfId(int each) {
        return each < 128 && (Character.isLetterOrDigit(each) || "._-".indexOf(each) >= 0);
    }

    private static void checkKnown(String setting, String id, Map<String, SecretKey> keys) {
        if (!keys.containsKey(id)) {
            throw new InvalidKeyRingException(setting, "one of the keys, " + keys.keySet(), "an id without a key");
        }
    }

    private static SecretKey key(String setting, String value) {
        String base64 = value.startsWith(FILE) ? content(setting, value.substring(FILE.length())) : value;
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64.strip());
        } catch (IllegalArgumentException noBase64) {
            throw new InvalidKeyRingException(
                    setting, KEY_BYTES + " random bytes in base64, or file:/path", "what is no base64");
        }
        if (bytes.length != KEY_BYTES) {
            throw new InvalidKeyRingException(setting, KEY_BYTES + " random bytes in base64", bytes.length + " bytes");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    private static String content(String setting, String path) {
        try {
            Path file = Path.of(path);
            if (Files.size(file) > LONGEST_FILE_BYTES) {
                throw new InvalidKeyRingException(setting, "a file that holds a key and nothing else", "a longer one");
            }
            return Files.readString(file);
        } catch (IOException | InvalidPathException unreadable) {
            throw new InvalidKeyRingException(
                    setting, "a file that can be read", unreadable.getClass().getSimpleName() + " at " + path);
        }
    }

    @Override
    public String toString() {
        return "KeyRing[current=" + current + ", keys=" + keys.keySet() + ", byTenant=" + byTenant + "]";
    }
}
