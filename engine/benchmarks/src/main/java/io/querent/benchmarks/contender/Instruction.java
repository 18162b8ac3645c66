package io.querent.benchmarks.contender;

import java.math.BigDecimal;

/** What a step asks of its downstream, about 100 bytes of JSON. */
record Instruction(String order, BigDecimal amount, String currency, String account) {}
