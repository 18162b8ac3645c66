package io.querent.admin.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * An OpenID provider with discovery, keys, authorization code flow with PKCE, and tokens signed by RS256. It holds to the protocol itself:
 * a code is good once, for the client, redirection and verifier that it was made for. Signs by the JDK alone, so that it proves something
 * about whoever reads its tokens.
 */
public final class IdentityProvider implements AutoCloseable {
    /** The client that it knows. */
    public static final String CLIENT = "querent-console";

    /** The client's secret. */
    public static final String SECRET = "a-secret-for-tests";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair key = newKey();
    private final HttpServer server;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private volatile Map<String, Object> person = Map.of("sub", "nobody");
    private volatile UnaryOperator<String> spoiled = UnaryOperator.identity();

    /** Starts it on a port of its own. */
    public IdentityProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, discovery()));
        server.createContext("/keys", exchange -> answer(exchange, 200, Map.of("keys", List.of(jwk()))));
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.start();
    }

    /** What it calls itself. */
    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whom it signs in from now on, without asking. */
    public void signsIn(String subject, String name, String... groups) {
        person = Map.of("sub", subject, "preferred_username", name, "groups", List.of(groups));
        spoiled = UnaryOperator.identity();
    }

    /** Has the ID tokens that it gives out changed on their way. */
    public void spoils(UnaryOperator<String> change) {
        spoiled = change;
    }

    /** Claims of a good token for {@code audience}. */
    public Map<String, Object> claims(String audience, String name, String... groups) {
        Map<String, Object> claims = new HashMap<>(Map.of(
                "iss", issuer(),
                "sub", "subject-of-" + name,
                "aud", List.of(audience),
                "preferred_username", name,
                "groups", List.of(groups)));
        claims.put("iat", Instant.now().getEpochSecond());
        claims.put("exp", Instant.now().plusSeconds(300).getEpochSecond());
        return claims;
    }

    /** A token with these claims, signed with the provider's key. */
    public String sign(Map<String, Object> claims) {
        return sign(claims, key);
    }

    /** A token with these claims, signed with another key under the name of the provider's. */
    public static String forge(Map<String, Object> claims) {
        return sign(claims, newKey());
    }

    /** A token with these claims that says of itself that it needs no signature. */
    public static String unsigned(Map<String, Object> claims) {
        return part(Map.of("alg", "none")) + "." + part(claims) + ".";
    }

    private static String sign(Map<String, Object> claims, KeyPair pair) {
        String text = part(Map.of("alg", "RS256", "kid", "k1", "typ", "JWT")) + "." + part(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pair.getPrivate());
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Map<String, Object> discovery() {
        Map<String, Object> discovery = new LinkedHashMap<>();
        discovery.put("issuer", issuer());
        discovery.put("authorization_endpoint", issuer() + "/authorize");
        discovery.put("token_endpoint", issuer() + "/token");
        discovery.put("jwks_uri", issuer() + "/keys");
        discovery.put("response_types_supported", List.of("code"));
        discovery.put("subject_types_supported", List.of("public"));
        discovery.put("id_token_signing_alg_values_supported", List.of("RS256"));
        return discovery;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> asked = fields(exchange.getRequestURI().getRawQuery());
        if (!CLIENT.equals(asked.get("client_id")) || !"code".equals(asked.get("response_type"))) {
            answer(exchange, 400, Map.of("error", "unauthorized_client"));
            return;
        }
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        exchange.getResponseHeaders()
                .add(
                        "Location",
                        asked.get("redirect_uri") + "?code=" + code + "&state="
                                + java.net.URLEncoder.encode(asked.get("state"), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> given =
                fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> asked = codes.remove(given.getOrDefault("code", ""));
        String client =
                "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        if (!client.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, Map.of("error", "invalid_client"));
        } else if (asked == null
                || !asked.get("redirect_uri").equals(given.get("redirect_uri"))
                || !isVerified(asked, given)) {
            answer(exchange, 400, Map.of("error", "invalid_grant"));
        } else {
            Map<String, Object> claims = claims(CLIENT, "");
            claims.putAll(person);
            claims.put("nonce", asked.get("nonce"));
            answer(
                    exchange,
                    200,
                    Map.of(
                            "access_token",
                            UUID.randomUUID().toString(),
                            "token_type",
                            "Bearer",
                            "expires_in",
                            300,
                            "scope",
                            "openid",
                            "id_token",
                            spoiled.apply(sign(claims))));
        }
    }

    private static boolean isVerified(Map<String, String> asked, Map<String, String> given) {
        String challenge = asked.get("code_challenge");
        return challenge == null || challenge.equals(BASE64.encodeToString(sha256(given.get("code_verifier"))));
    }

    private Map<String, Object> jwk() {
        RSAPublicKey open = (RSAPublicKey) key.getPublic();
        return Map.of(
                "kty", "RSA",
                "kid", "k1",
                "use", "sig",
                "alg", "RS256",
                "n", unsigned(open.getModulus()),
                "e", unsigned(open.getPublicExponent()));
    }

    private static String unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return BASE64.encodeToString(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    private static String part(Map<String, Object> members) {
        return BASE64.encodeToString(MAPPER.writeValueAsBytes(members));
    }

    private static Map<String, String> fields(String text) {
        return Arrays.stream(text.split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, Map<String, Object> body) throws IOException {
        byte[] bytes = MAPPER.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
