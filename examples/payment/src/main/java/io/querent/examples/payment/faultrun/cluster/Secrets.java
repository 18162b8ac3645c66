package io.querent.examples.payment.faultrun.cluster;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Passwords of a cluster, drawn for each run; letters and digits only.
 *
 * @param superuser of the user {@link #SUPERUSER}
 * @param replication of the user {@link #REPLICATION}
 * @param owner of the database's owner
 */
record Secrets(String superuser, String replication, String owner) {
    static final String SUPERUSER = "postgres";
    static final String REPLICATION = "replicator";

    private static final SecureRandom DRAWS = new SecureRandom();
    private static final int BYTES = 16;

    static Secrets draw() {
        return new Secrets(word(), word(), word());
    }

    private static String word() {
        byte[] drawn = new byte[BYTES];
        DRAWS.nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }

    /** Not the passwords. */
    @Override
    public String toString() {
        return "Secrets[]";
    }
}
