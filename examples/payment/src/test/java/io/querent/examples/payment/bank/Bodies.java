package io.querent.examples.payment.bank;

/** Request bodies as a customer would write them. */
final class Bodies {
    static final String TRANSFER = transfer("100.00", "EUR");

    private Bodies() {}

    /** @param amount a JSON value: a number, or a string with its quotes */
    static String transfer(String amount, String currency) {
        return transferTo("GB33BUKB20201555555555", amount, currency);
    }

    static String transferTo(String creditorAccount, String amount, String currency) {
        return """
                {"debtorAccount":"DE89370400440532013000","creditorBank":"BUKBGB22","creditorAccount":"%s",\
                "amount":%s,"currency":"%s","reference":"order-123"}""".formatted(creditorAccount, amount, currency);
    }

    static String reversal(String originalKey, String amount, String currency) {
        return """
                {"originalKey":"%s","amount":%s,"currency":"%s","reason":"order cancelled"}""".formatted(originalKey, amount, currency);
    }
}
