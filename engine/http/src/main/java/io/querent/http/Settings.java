package io.querent.http;

import io.querent.saga.Call;
import io.querent.saga.Downstream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** What all endpoints of a downstream share. */
record Settings(
        Downstream downstream,
        URI base,
        RestClient client,
        KeyForm keyForm,
        RequestHeaders headers,
        AnswerRules rules,
        MediaType contentType,
        List<MediaType> accepted,
        InstantSource clock) {

    String keyOf(Call call) {
        return keyForm == KeyForm.PLAIN ? call.downstreamKey() : keyForm.of(call.operationKey(), downstream);
    }

    /**
     * The frozen request as it is sent. A request that is a text, frozen as such, is sent as that text where the content is no JSON.
     *
     * @throws HttpStepException QRT-7007, QRT-7012
     */
    byte[] bodyOf(Call call, Object request) {
        boolean json = HttpDownstreamBuilder.JSON.stream().anyMatch(each -> each.includes(contentType));
        if (!json && !(request instanceof String)) {
            throw HttpStepException.notText(contentType, request.getClass());
        }
        byte[] body = json ? call.requestBody() : request.toString().getBytes(StandardCharsets.UTF_8);
        String key = json ? '"' + keyOf(call) + '"' : keyOf(call);
        if (headers.key() == null && !new String(body, StandardCharsets.UTF_8).contains(key)) {
            throw HttpStepException.keyNotInBody(key);
        }
        return body;
    }
}
