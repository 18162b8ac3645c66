package io.querent.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import io.querent.admin.testing.ConsoleSession;
import io.querent.admin.testing.IdentityProvider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** People and programs that an identity provider vouches for, by the real protocol. */
class IdentityProviderTest {
    private static final String API = "querent-api";

    private static IdentityProvider provider;
    private static AdminNode node;

    @BeforeAll
    static void start() throws IOException {
        provider = new IdentityProvider();
        node = AdminNode.start(List.of(
                        "spring.security.oauth2.client.registration.desk.client-id=" + IdentityProvider.CLIENT,
                        "spring.security.oauth2.client.registration.desk.client-secret=" + IdentityProvider.SECRET,
                        "spring.security.oauth2.client.registration.desk.scope=openid",
                        "spring.security.oauth2.client.registration.desk.client-name=The bank",
                        "spring.security.oauth2.client.provider.desk.issuer-uri=" + provider.issuer(),
                        "spring.security.oauth2.resourceserver.jwt.issuer-uri=" + provider.issuer(),
                        "spring.security.oauth2.resourceserver.jwt.audiences=" + API,
                        "querent.admin.oidc.grants.payments-desk=operator:payment",
                        "querent.admin.oidc.grants.auditors=approver"))
                .account("root", "admin");
    }

    @AfterAll
    static void stop() {
        node.close();
        provider.close();
    }

    @Test
    void groupsDecideWhatSomebodyMayDoInTheConsole() {
        provider.signsIn("4711", "maria@bank", "payments-desk", "football");
        ConsoleSession browser = new ConsoleSession(node);
        assertThat(browser.get("/console/sign-in").body()).contains("/oauth2/authorization/desk", "The bank");
        String before = browser.cookie();

        Answer in = signIn(browser);

        assertThat(in.header("Location").orElseThrow()).endsWith("/console");
        assertThat(browser.cookie()).isNotEqualTo(before);
        Answer sagas = browser.get("/console/sagas");
        assertThat(sagas.status()).as(sagas.body()).isEqualTo(200);
        assertThat(sagas.body()).contains("maria@bank");
        assertThat(browser.get("/console/sagas?definition=refund").status()).isEqualTo(403);
        assertThat(browser.get("/console/accounts").status()).isEqualTo(403);
    }

    @Test
    void theProvidersNameStandsInTheAudit() {
        provider.signsIn("4712", "otto@bank", "payments-desk");
        Caller token = token(provider.sign(provider.claims(API, "otto@bank", "payments-desk")));
        Answer started = token.post(
                "/api/v1/sagas",
                "{\"definition\":\"payment\",\"input\":{\"number\":\"lost-oidc\",\"amount\":1,\"iban\":\"x\"}}",
                "Idempotency-Key",
                "oidc-start");
        assertThat(started.status()).as(started.body()).isEqualTo(201);
        String saga = started.text("id");
        assertThat(act(token, saga, "oidc-by-token")).isIn(200, 202, 409);
        ConsoleSession browser = new ConsoleSession(node);
        signIn(browser);
        browser.get("/console/sagas/" + saga + "/actions/new/pause");
        Answer kept = browser.post("/console/sagas/views", "name=mine&query=status%3Din_review");
        assertThat(kept.status()).as(kept.body()).isEqualTo(302);
        Answer acted = browser.post(
                "/console/sagas/" + saga + "/actions",
                "action=pause&requestId=oidc-by-session&reason=looking&revision="
                        + token.get("/api/v1/sagas/" + saga).text("revision"));
        assertThat(acted.status()).as(acted.body()).isIn(200, 302);

        String audit = node.as("root").get("/api/v1/audit?operator=otto@bank").body();

        assertThat(audit)
                .contains("oidc-by-token", "oidc-by-session", "signed-in")
                .doesNotContain("4712");
    }

    @Test
    void whoHasNoGroupThatIsKnownMayDoNothing() {
        provider.signsIn("4713", "eve@bank", "football");
        ConsoleSession browser = new ConsoleSession(node);
        signIn(browser);

        assertThat(browser.get("/console/sagas").status()).isEqualTo(403);
        assertThat(browser.get("/console").status()).isEqualTo(403);
        assertThat(api(provider.sign(provider.claims(API, "eve@bank", "football"))))
                .isEqualTo(403);
        assertThat(api(provider.sign(provider.claims(API, "eve@bank")))).isEqualTo(403);
    }

    @Test
    void aTokenForTheApiIsGoodForWhatItsGroupsSay() {
        Caller operator = token(provider.sign(provider.claims(API, "maria@bank", "payments-desk")));
        Caller auditor = token(provider.sign(provider.claims(API, "anna@bank", "auditors")));

        assertThat(operator.get("/api/v1/definitions").body())
                .contains("payment")
                .doesNotContain("refund");
        assertThat(operator.get("/api/v1/audit").status()).isEqualTo(403);
        assertThat(auditor.get("/api/v1/audit").status()).isEqualTo(200);
        assertThat(auditor.get("/api/v1/definitions").body()).contains("payment", "refund");
    }

    @Test
    void tokensThatAreNotMeantForTheApiOrNotTheProvidersAreRefused() {
        Map<String, Object> good = provider.claims(API, "maria@bank", "payments-desk");
        assertThat(api(provider.sign(good))).isEqualTo(200);

        assertRefused(provider.sign(provider.claims("another-api", "maria@bank", "payments-desk")));
        assertRefused(provider.sign(provider.claims(IdentityProvider.CLIENT, "maria@bank", "payments-desk")));
        assertRefused(IdentityProvider.forge(good));
        assertRefused(IdentityProvider.unsigned(good));
        assertRefused(
                provider.sign(with(good, "exp", Instant.now().minusSeconds(120).getEpochSecond())));
        assertRefused(
                provider.sign(with(good, "nbf", Instant.now().plusSeconds(600).getEpochSecond())));
        assertRefused(provider.sign(with(good, "iss", "https://elsewhere.example")));
        assertRefused(provider.sign(with(with(good, "preferred_username", "a\u0000b"), "sub", "x")));
        assertRefused(provider.sign(with(good, "preferred_username", "x".repeat(300))));
        assertRefused("no.token.atall");
    }

    @Test
    void anIdTokenThatIsForgedOrOfAnotherSignInSignsNobodyIn() {
        provider.signsIn("4711", "maria@bank", "payments-desk");
        provider.spoils(token -> IdentityProvider.forge(provider.claims(IdentityProvider.CLIENT, "root", "auditors")));
        assertSignsNobodyIn();
        provider.spoils(
                token -> provider.sign(provider.claims(IdentityProvider.CLIENT, "maria@bank", "payments-desk")));
        assertSignsNobodyIn();
        provider.spoils(token -> provider.sign(provider.claims("another-client", "maria@bank", "payments-desk")));
        assertSignsNobodyIn();
    }

    @Test
    void aCodeThatNobodyAskedForSignsNobodyIn() {
        provider.signsIn("4711", "maria@bank", "payments-desk");
        ConsoleSession first = new ConsoleSession(node);
        String callback = callback(first);

        ConsoleSession other = new ConsoleSession(node);
        Answer answer = other.get(callback);

        assertThat(answer.header("Location").orElse("")).contains("/console/sign-in?error");
        assertThat(other.get("/console/sagas").status()).isEqualTo(302);
    }

    private static void assertSignsNobodyIn() {
        ConsoleSession browser = new ConsoleSession(node);
        Answer answer = signIn(browser);
        assertThat(answer.header("Location").orElse("")).contains("/console/sign-in?error");
        assertThat(browser.get("/console/sagas").status()).isEqualTo(302);
    }

    /** The way of a browser: to the provider, and back with a code. */
    private static Answer signIn(ConsoleSession browser) {
        return browser.get(callback(browser));
    }

    private static String callback(ConsoleSession browser) {
        Answer away = browser.get("/oauth2/authorization/desk");
        assertThat(away.status()).as(away.body()).isEqualTo(302);
        URI back = URI.create(redirect(away.header("Location").orElseThrow()));
        assertThat(back.getPort()).isEqualTo(node.port());
        return back.getRawPath() + "?" + back.getRawQuery();
    }

    private static String redirect(String from) {
        assertThat(from).startsWith(provider.issuer() + "/authorize?");
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(from)).build(), BodyHandlers.discarding())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
        } catch (IOException gone) {
            throw new java.io.UncheckedIOException(gone);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static int act(Caller caller, String saga, String requestId) {
        return caller.post(
                        "/api/v1/sagas/" + saga + "/actions",
                        "{\"action\":\"wake\",\"reason\":\"looking\"}",
                        "Idempotency-Key",
                        requestId,
                        "If-Match",
                        "\"" + caller.get("/api/v1/sagas/" + saga).text("revision") + "\"")
                .status();
    }

    private static void assertRefused(String token) {
        Answer answer = token(token).get("/api/v1/definitions");
        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.text("code")).isEqualTo("QRT-6064");
    }

    private static int api(String token) {
        return token(token).get("/api/v1/definitions").status();
    }

    private static Caller token(String token) {
        return Caller.withToken(node.port(), token);
    }

    private static Map<String, Object> with(Map<String, Object> claims, String name, Object value) {
        Map<String, Object> changed = new java.util.HashMap<>(claims);
        changed.put(name, value);
        return changed;
    }
}
