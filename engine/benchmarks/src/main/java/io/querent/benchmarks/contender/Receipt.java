package io.querent.benchmarks.contender;

import java.math.BigDecimal;

/** What a downstream answers, about 100 bytes of JSON. */
record Receipt(String reference, BigDecimal amount, String currency, String state) {}
