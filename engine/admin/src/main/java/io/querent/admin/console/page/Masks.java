package io.querent.admin.console.page;

import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;

/** What people see of payloads and of what downstreams say. */
public record Masks(PayloadMask payloads, TextMask texts) {}
