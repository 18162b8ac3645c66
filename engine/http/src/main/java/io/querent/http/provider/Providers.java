package io.querent.http.provider;

import static io.querent.http.AnswerRules.PESSIMISTIC;
import static io.querent.http.provider.FirstAnswer.REFUSED_AS_DUPLICATE;
import static io.querent.http.provider.FirstAnswer.REPLAYED;
import static io.querent.http.provider.FirstAnswer.REPLAYED_IF_SUCCESS;
import static io.querent.http.provider.FirstAnswer.REPLAYED_WHATEVER_IT_WAS;

import java.time.Duration;
import java.util.List;

/**
 * Well-known providers, as their public documentation had them in November 2026. A figure that a page does not state is not here. Read
 * the page before you rely on an entry: providers change, and contracts say more than pages. Where editions of a page differ, the
 * shorter time holds.
 */
public final class Providers {
    /**
     * Up to 255 characters, kept at least 24 hours; the first answer again, 500 included; other parameters are an error whose status the
     * page leaves out. Rate limits (429) and missing credentials (401) come before the layer that knows keys. API v2 is another matter.
     */
    public static final ProviderProfile STRIPE = ProviderProfile.named("Stripe, API v1")
            .header("Idempotency-Key")
            .plainKeys(200) // 255, but no operation key is longer
            .keeps(Duration.ofHours(24))
            .repeats(REPLAYED_WHATEVER_IT_WAS)
            .inProgress(409)
            .rules(PESSIMISTIC.codeAt("error.code").refusedOn(402, "card_declined"))
            .source(
                    "https://docs.stripe.com/api/idempotent_requests",
                    "https://docs.stripe.com/error-low-level",
                    "https://docs.stripe.com/api/errors");

    /**
     * Up to 64 characters, valid for at least 7 days in one region; the answer to the first attempt again; 422 or 409 with error 704 while
     * it runs. Other parameters, and what becomes of a first 500: not stated.
     */
    public static final ProviderProfile ADYEN = ProviderProfile.named("Adyen")
            .header("idempotency-key")
            .plainKeys(64)
            .keeps(Duration.ofDays(7))
            .repeats(REPLAYED)
            .inProgress(409, 422)
            .source("https://docs.adyen.com/development-resources/api-idempotency");

    /** Captures, voids and refunds keep keys for 45 days; the latest status of the first request again. Lengths and statuses: not stated. */
    public static final ProviderProfile PAYPAL_PAYMENTS = ProviderProfile.named("PayPal, Payments v2")
            .header("PayPal-Request-Id")
            .keeps(Duration.ofDays(45))
            .repeats(REPLAYED)
            .source(
                    "https://developer.paypal.com/api/rest/reference/idempotency/",
                    "https://github.com/paypal/PayPal-Java-Server-SDK/blob/main/doc/models/capture-authorized-payment-input.md");

    /** As above, but orders keep keys for 6 hours unless more was agreed. */
    public static final ProviderProfile PAYPAL_ORDERS = ProviderProfile.named("PayPal, Orders v2")
            .header("PayPal-Request-Id")
            .keeps(Duration.ofHours(6))
            .repeats(REPLAYED)
            .source(
                    "https://developer.paypal.com/api/rest/reference/idempotency/",
                    "https://github.com/paypal/PayPal-Java-Server-SDK/blob/main/doc/models/capture-order-input.md");

    /** Any string of up to 45 characters, in the body; the response of the first success again. How long keys are kept is not published. */
    public static final ProviderProfile SQUARE = ProviderProfile.named("Square, CreatePayment")
            .field("idempotency_key")
            .plainKeys(45)
            .repeats(REPLAYED_IF_SUCCESS)
            .source(
                    "https://developer.squareup.com/docs/working-with-apis/idempotency",
                    "https://github.com/square/square-php-sdk/blob/master/doc/models/create-payment-request.md",
                    "https://developer.squareup.com/forums/t/how-long-are-idempotency-keys-retained-for-the-createpayment-endpoint/28303");

    /**
     * A key is kept, for 24 hours in some editions of the page and 72 in others, only if the answer was 2xx; after 4xx and 5xx the payment is
     * attempted again. 409 while the first request runs, where it used to be 429, which therefore proves nothing here.
     */
    public static final ProviderProfile CHECKOUT_COM = ProviderProfile.named("Checkout.com")
            .header("Cko-Idempotency-Key")
            .keeps(Duration.ofHours(24))
            .repeats(REPLAYED_IF_SUCCESS)
            .inProgress(409)
            .rules(PESSIMISTIC.notExecutedOn(401))
            .source(
                    "https://www.checkout.com/docs/payments/manage-payments/retry-a-payment",
                    "https://support.checkout.com/hc/en-us/articles/24570669653010");

    /** A second creation is answered 409, with the reason idempotent_creation_conflict and the id of what is there. Length and retention: not stated. */
    public static final ProviderProfile GOCARDLESS = ProviderProfile.named("GoCardless")
            .header("Idempotency-Key")
            .repeats(REFUSED_AS_DUPLICATE)
            .rules(PESSIMISTIC.codeAt("error.errors.0.reason"))
            .source("https://gocardless.com/blog/idempotency-keys/");

    /** The first answer again; 400 for other parameters, 409 while it runs. An archived edition says 24 hours; that is not relied on. */
    public static final ProviderProfile MOLLIE = ProviderProfile.named("Mollie")
            .header("Idempotency-Key")
            .repeats(REPLAYED)
            .otherParameters(400)
            .inProgress(409)
            .source(
                    "https://docs.mollie.com/reference/api-idempotency",
                    "https://github.com/mollie/api-documentation/blob/master/source/overview/api-idempotency.rst");

    /** A UUID in the body, by which repeats of a transfer are recognised. For how long, and how they are answered: not stated. */
    public static final ProviderProfile WISE = ProviderProfile.named("Wise, transfers")
            .field("customerTransactionId")
            .source("https://docs.wise.com/guides/product/send-money/standard-api-transfers");

    /** A UUID of version 5, valid for 24 hours; the initial result again. Statuses: not stated. */
    public static final ProviderProfile KLARNA = ProviderProfile.named("Klarna")
            .header("Klarna-Idempotency-Key")
            .keeps(Duration.ofHours(24))
            .repeats(REPLAYED)
            .source(
                    "https://docs.klarna.com/klarna-network-distribution/setup-your-integration/integration-resilience/idempotency",
                    "https://docs.klarna.com/api/escalation-and-retry-policy");

    /**
     * 4 to 36 letters, digits, hyphens, underscores and spaces; the first response again; 400 for other parameters. Earlier editions said 7
     * days, the present one says nothing of it.
     */
    public static final ProviderProfile RAZORPAYX = ProviderProfile.named("RazorpayX, payouts")
            .header("X-Payout-Idempotency")
            .repeats(REPLAYED)
            .otherParameters(400)
            .source(
                    "https://razorpay.com/docs/api/x/payout-idempotency/",
                    "https://razorpay.com/docs/api/x/payout-idempotency/make-request");

    /** Valid for 30 days; an identical response to the same payload; 422 or 409 to another. Length: not stated. */
    public static final ProviderProfile TRUELAYER = ProviderProfile.named("TrueLayer, Payments v3")
            .header("Idempotency-Key")
            .keeps(Duration.ofDays(30))
            .repeats(REPLAYED)
            .otherParameters(409, 422)
            .source("https://docs.truelayer.com/docs/idempotency-for-payment-requests");

    /** 16 to 36 letters, digits and hyphens; every repeat within 24 hours is blocked with 409. */
    public static final ProviderProfile MANGOPAY = ProviderProfile.named("Mangopay")
            .header("Idempotency-Key")
            .keeps(Duration.ofHours(24))
            .repeats(REFUSED_AS_DUPLICATE)
            .source("https://docs.mangopay.com/guide/idempotency-support");

    /** Up to 40 ASCII characters, for at least 24 hours; the same outcome again, even to another payload; 409 while the first request runs. */
    public static final ProviderProfile WORLDLINE_DIRECT = ProviderProfile.named("Worldline Direct")
            .header("X-GCS-Idempotence-Key")
            .plainKeys(40)
            .keeps(Duration.ofHours(24))
            .repeats(REPLAYED)
            .inProgress(409)
            .source("https://docs.direct.worldline-solutions.com/integration/api-developer-guide/idempotent-requests");

    /** Up to 200 characters; the object of the first request again; 409 for another. How long keys are kept: not stated. */
    public static final ProviderProfile INCREASE = ProviderProfile.named("Increase")
            .header("Idempotency-Key")
            .plainKeys(200)
            .repeats(REPLAYED)
            .otherParameters(409)
            .source("https://increase.com/documentation/idempotency-keys");

    private Providers() {}

    /** All entries. */
    public static List<ProviderProfile> all() {
        return List.of(
                STRIPE,
                ADYEN,
                PAYPAL_PAYMENTS,
                PAYPAL_ORDERS,
                SQUARE,
                CHECKOUT_COM,
                GOCARDLESS,
                MOLLIE,
                WISE,
                KLARNA,
                RAZORPAYX,
                TRUELAYER,
                MANGOPAY,
                WORLDLINE_DIRECT,
                INCREASE);
    }
}
