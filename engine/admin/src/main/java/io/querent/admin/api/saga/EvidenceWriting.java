package io.querent.admin.api.saga;

import io.querent.admin.api.http.ApiJson;
import io.querent.admin.api.saga.SagaViews.EventView;
import io.querent.admin.evidence.EvidenceBundle;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.journal.StoredSaga;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Makes the evidence bundle of a saga: what it is, its operations with keys and hashes, every event, and what people did. */
final class EvidenceWriting {
    /** Pages of the audit that go into a bundle: more than any saga has, and a bound. */
    private static final int MOST_PAGES = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final AuditLog audit;
    private final SagaReading reading;
    private final Masked masked;

    EvidenceWriting(AuditLog audit, SagaReading reading, Masked masked) {
        this.audit = audit;
        this.reading = reading;
        this.masked = masked;
    }

    EvidenceBundle bundle(StoredSaga saga, String by, Instant at) {
        EvidenceBundle.Chain chain = new EvidenceBundle.Chain(saga.row().key().toString());
        chain.add(at, "saga", text(head(saga, by)));
        for (SagaViews.OperationView operation : reading.operations(saga, 0, Integer.MAX_VALUE)) {
            chain.add(at, "operation", json(operation));
        }
        for (EventView event : reading.events(saga, 0, Integer.MAX_VALUE)) {
            chain.add(event.at(), "event", json(event));
        }
        for (AuditLog.Entry entry : entries(saga)) {
            chain.add(entry.at(), "audit", text(audit(saga, entry)));
        }
        return chain.bundle();
    }

    private static Map<String, @Nullable Object> head(StoredSaga saga, String by) {
        Map<String, @Nullable Object> head = new LinkedHashMap<>();
        head.put("id", saga.row().id().toString());
        head.put("key", saga.row().key().toString());
        head.put("definitionVersion", saga.row().definitionVersion());
        head.put("status", saga.row().status().name());
        head.put("revision", saga.row().version());
        head.put("inputHash", saga.row().inputHash());
        head.put("exportedBy", by);
        return head;
    }

    private Map<String, @Nullable Object> audit(StoredSaga saga, AuditLog.Entry entry) {
        AuditLog.Deed deed = entry.deed();
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("number", entry.number());
        members.put("requestId", deed.requestId());
        members.put("operator", deed.operator());
        members.put("action", deed.action());
        members.put("outcome", deed.outcome());
        members.put("reason", masked.text(deed.reason(), saga.row().key()));
        members.put("detail", masked.text(deed.detail(), saga.row().key()));
        members.put("auditPreviousHash", entry.previousHash());
        members.put("auditHash", entry.hash());
        return members;
    }

    private List<AuditLog.Entry> entries(StoredSaga saga) {
        AuditLog.Filter filter = new AuditLog.Filter(null, null, saga.row().key(), null, null, null);
        List<AuditLog.Entry> entries = new ArrayList<>();
        Long before = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            List<AuditLog.Entry> found = audit.find(filter, before, AuditLog.LONGEST_PAGE);
            entries.addAll(found);
            if (found.size() < AuditLog.LONGEST_PAGE) {
                break;
            }
            before = found.get(found.size() - 1).number();
        }
        Collections.reverse(entries);
        return entries;
    }

    private static String json(Object view) {
        return new String(ApiJson.bytes(view), StandardCharsets.UTF_8);
    }

    private static String text(Map<String, @Nullable Object> members) {
        return MAPPER.writeValueAsString(members);
    }
}
