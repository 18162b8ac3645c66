package io.querent.admin.evidence;

import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One entry of a bundle.
 *
 * @param number from 1, without gaps
 * @param at when it happened, as ISO 8601 text
 * @param kind what it is: {@code saga}, {@code operation}, {@code event}, {@code audit}
 * @param content JSON, as a text: what was hashed is byte for byte what is here
 * @param previousHash hash of the entry before; of the first one, 64 zeros
 * @param hash SHA-256, hexadecimal, over the UTF-8 of number, at, kind, previousHash and content, joined by line feeds
 */
@Schema(description = "One entry of an evidence bundle.")
public record EvidenceEntry(
        @Schema(description = "From 1, without gaps.", example = "1")
        int number,

        @Schema(description = "When it happened.", example = "2026-11-29T02:00:00Z")
        String at,

        @Schema(description = "saga, operation, event or audit.", example = "event")
        String kind,

        @Schema(description = "JSON, as a text: what was hashed is byte for byte what is here.")
        String content,

        @Schema(description = "Hash of the entry before; of the first one, 64 zeros.")
        String previousHash,

        @Schema(
                description =
                        "SHA-256, hexadecimal, over the UTF-8 of number, at, kind, previousHash and content, joined by line feeds.")
        String hash) {
    /** What stands for the hash before the first entry. */
    public static final String NOTHING_BEFORE = "0".repeat(64);

    static EvidenceEntry of(int number, String at, String kind, String content, String previousHash) {
        EvidenceEntry unhashed = new EvidenceEntry(number, at, kind, content, previousHash, "");
        return new EvidenceEntry(number, at, kind, content, previousHash, unhashed.expectedHash());
    }

    /** The hash that the entry has to have. No part before the content can hold a line feed and be read as another split. */
    String expectedHash() {
        String text = String.join("\n", String.valueOf(number), at, kind, previousHash, content);
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    boolean isWellFormed() {
        return at.indexOf('\n') < 0 && kind.indexOf('\n') < 0 && previousHash.indexOf('\n') < 0;
    }
}
