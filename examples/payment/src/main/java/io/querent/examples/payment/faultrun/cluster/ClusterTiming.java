package io.querent.examples.payment.faultrun.cluster;

/**
 * How soon members notice that their leader is gone; as Patroni calls them.
 *
 * @param ttlSeconds how long the leader's key lives without a sign of life; 20 is the least that Patroni recommends
 * @param loopWaitSeconds how often a member looks
 * @param retryTimeoutSeconds how long a member tries again before it takes etcd or its server for gone
 */
public record ClusterTiming(int ttlSeconds, int loopWaitSeconds, int retryTimeoutSeconds) {
    private static final int LEAST_TTL = 20;
    private static final int LEAST_RETRY_TIMEOUT = 3;

    /** @throws IllegalArgumentException when a value is below Patroni's least, or a leader could lose its key while it still tries */
    public ClusterTiming {
        if (ttlSeconds < LEAST_TTL || loopWaitSeconds < 1 || retryTimeoutSeconds < LEAST_RETRY_TIMEOUT) {
            throw new IllegalArgumentException(
                    "expected=ttl of 20 s or more, loop_wait of 1 s or more, retry_timeout of 3 s or more," + " found="
                            + ttlSeconds + ", " + loopWaitSeconds + ", " + retryTimeoutSeconds);
        }
        if (loopWaitSeconds + 2 * retryTimeoutSeconds > ttlSeconds) {
            throw new IllegalArgumentException("loop_wait + 2 * retry_timeout must not be more than ttl; found="
                    + loopWaitSeconds + " + 2 * " + retryTimeoutSeconds + " and " + ttlSeconds);
        }
    }

    /** The quickest within Patroni's recommendations for a given {@code ttl}, with some patience for a busy machine. */
    public static ClusterTiming within(int ttlSeconds) {
        int loopWait = 2;
        return new ClusterTiming(ttlSeconds, loopWait, (ttlSeconds - loopWait) / 2);
    }
}
