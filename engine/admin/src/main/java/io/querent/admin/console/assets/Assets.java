package io.querent.admin.console.assets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;

/** The files that pages load, read once. Their path holds a hash of them all, so that browsers may keep them for good. Thread-safe. */
public final class Assets {
    private static final String OURS = "classpath:io/querent/admin/assets/";
    private static final String WEB_JARS = "classpath*:META-INF/resources/webjars/";
    private static final MediaType CSS = MediaType.valueOf("text/css;charset=UTF-8");
    private static final MediaType SCRIPT = MediaType.valueOf("text/javascript;charset=UTF-8");

    private final Map<String, Asset> files = new TreeMap<>();
    private final String version;

    /** A file. */
    record Asset(byte[] content, MediaType type) {}

    /** @throws UncheckedIOException when a file is missing: the jar is damaged */
    public Assets() {
        add("console.css", OURS + "console.css", CSS);
        add("console.js", OURS + "console.js", SCRIPT);
        add("icon.svg", OURS + "icon.svg", MediaType.valueOf("image/svg+xml"));
        add("htmx.min.js", WEB_JARS + "htmx.org/*/dist/htmx.min.js", SCRIPT);
        add("sse.js", WEB_JARS + "htmx-ext-sse/*/sse.js", SCRIPT);
        this.version = hash();
    }

    /** Where they are. */
    public String path() {
        return "/console/assets/" + version;
    }

    /** The file of that name; empty when there is none, or it is asked for by another version's path. */
    Optional<Asset> find(String askedVersion, String name) {
        return askedVersion.equals(version) ? Optional.ofNullable(files.get(name)) : Optional.empty();
    }

    private void add(String name, String place, MediaType type) {
        try {
            var found = new PathMatchingResourcePatternResolver().getResources(place);
            if (found.length != 1) {
                throw new IOException("expected=1 file at " + place + ", found=" + found.length);
            }
            try (InputStream in = found[0].getInputStream()) {
                files.put(name, new Asset(in.readAllBytes(), type));
            }
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private String hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.values().forEach(file -> digest.update(file.content()));
            return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
