package io.querent.testkit.memory;

import io.querent.runtime.journal.AuditTrail.Entry;
import io.querent.saga.SagaId;

/** An entry of the audit, found by its saga. */
record AuditEntry(SagaId saga, Entry entry) {}
