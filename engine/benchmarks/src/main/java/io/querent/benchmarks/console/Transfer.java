package io.querent.benchmarks.console;

import java.math.BigDecimal;

/** What a saga is started with, and what each of its steps asks for. */
record Transfer(String number, BigDecimal amount, String currency, String merchant, String account) {}
