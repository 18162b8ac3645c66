package io.querent.http;

import io.querent.saga.QuerentException;
import org.springframework.http.MediaType;

/** An HTTP step that cannot be as it was declared, or a request that was not sent for a reason of ours. */
public final class HttpStepException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private HttpStepException(String code, String message) {
        super(code, message);
    }

    static HttpStepException baseUrl(String url, String why) {
        return new HttpStepException(
                "QRT-7001",
                "base URL " + Foreign.text(url) + " " + why
                        + "; give http or https with a host, and no query or fragment");
    }

    static HttpStepException path(String path, String why) {
        return new HttpStepException("QRT-7002", "path " + Foreign.text(path) + " " + why);
    }

    static HttpStepException rule(int status, String why) {
        return new HttpStepException("QRT-7003", "status " + status + " " + why);
    }

    static HttpStepException header(String name) {
        return new HttpStepException(
                "QRT-7004",
                "header name " + Foreign.text(name) + " is no token, or belongs to the connection; choose another");
    }

    static HttpStepException limit(String what, Object found, String expected) {
        return new HttpStepException("QRT-7005", what + " is " + found + ", expected=" + expected);
    }

    static HttpStepException variable(String name, String why) {
        return new HttpStepException("QRT-7006", "nothing was sent: path variable {" + name + "} " + why);
    }

    static HttpStepException keyNotInBody(String key) {
        return new HttpStepException(
                "QRT-7007",
                "nothing was sent: this downstream takes its key in the body, and the body does not hold " + key
                        + "; put KeyForm.of(operation key, downstream) into the request");
    }

    static HttpStepException tooLate() {
        return new HttpStepException(
                "QRT-7008",
                "nothing was sent: the attempt's time is up; see what took so long in front, interceptors or a busy machine");
    }

    static HttpStepException secondSend() {
        return new HttpStepException(
                "QRT-7009",
                "a second send of one attempt was refused; take the retrying interceptor out, the engine tries again itself");
    }

    static HttpStepException noAttempt() {
        return new HttpStepException(
                "QRT-7010",
                "nothing was sent: an interceptor in front passed on a request without its attributes; let it wrap the request");
    }

    static HttpStepException resend() {
        return new HttpStepException(
                "QRT-7011",
                "the connection failed and the transport's wish to send again was refused; nothing is to be done");
    }

    static HttpStepException notText(MediaType contentType, Class<?> request) {
        return new HttpStepException(
                "QRT-7012",
                "nothing was sent: " + contentType + " is no JSON, and the request is a " + request.getSimpleName()
                        + ", expected=String; build the text in request(String.class, ...), where it is frozen");
    }
}
