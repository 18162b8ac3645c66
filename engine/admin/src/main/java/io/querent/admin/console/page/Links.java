package io.querent.admin.console.page;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Paths of pages. What is not ours is encoded. */
public final class Links {
    private Links() {}

    /** The saga's page. */
    public static String saga(SagaId id) {
        return "/console/sagas/" + id;
    }

    /** The page of one of its operations. */
    public static String operation(SagaId id, String name) {
        return saga(id) + "/operations/" + encoded(name);
    }

    /** The page of the operation of that key. */
    public static String operation(OperationKey key) {
        return operation(key.saga().id(), key.operation());
    }

    /** A value as it stands in a URL. */
    public static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
