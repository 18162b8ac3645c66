package io.querent.admin.console.audit;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.runtime.admin.AuditLog;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Shows the audit. The audit of one saga is for whoever may see the saga; all of it is for those who may audit everywhere. */
@Controller
public final class AuditController {
    private static final String PATH = "/console/audit";
    private static final int PAGE = 100;

    private final AuditLog audit;
    private final Masks masks;
    private final Pages pages;

    public AuditController(AuditLog audit, Masks masks, Pages pages) {
        this.audit = audit;
        this.masks = masks;
        this.pages = pages;
    }

    @GetMapping(PATH)
    View find(
            Person person,
            @RequestParam Map<String, String> fields,
            @RequestParam(required = false) @Nullable Long after) {
        return page(person, fields, after, null);
    }

    /** Reads all entries; by a form, because it takes its time. */
    @PostMapping(PATH + "/verify")
    View verify(Person person) {
        person.requireEverywhere(Permission.AUDIT);
        AuditLog.Verification found = audit.verify();
        return page(
                person,
                Map.of(),
                null,
                new AuditView.Verification(found.intact(), found.entries(), found.finding(), found.head()));
    }

    private View page(
            Person person,
            Map<String, String> fields,
            @Nullable Long after,
            AuditView.@Nullable Verification verification) {
        String asked = given(fields, "saga");
        SagaKey saga = asked == null ? null : SagaKey.parse(asked);
        if (saga == null) {
            person.requireEverywhere(Permission.AUDIT);
        } else {
            person.require(Permission.VIEW, saga.definition());
        }
        AuditLog.Filter filter = new AuditLog.Filter(
                given(fields, "operator"),
                given(fields, "action"),
                saga,
                given(fields, "outcome"),
                time(fields, "from"),
                time(fields, "before"));
        List<AuditLog.Entry> entries = audit.find(filter, after, PAGE);
        AuditView view = new AuditView(
                fields.getOrDefault("operator", ""),
                fields.getOrDefault("action", ""),
                saga == null ? "" : saga.toString(),
                fields.getOrDefault("outcome", ""),
                fields.getOrDefault("from", ""),
                fields.getOrDefault("before", ""),
                person.grants().allowEverywhere(Permission.AUDIT),
                verification,
                entries.stream().map(this::entry).toList(),
                entries.size() < PAGE ? "" : next(fields, entries.get(entries.size() - 1)));
        return pages.page(Place.AUDIT, "Audit", "audit", view);
    }

    private static String next(Map<String, String> fields, AuditLog.Entry last) {
        String asked = Stream.of("operator", "action", "saga", "outcome", "from", "before")
                .map(name -> Map.entry(name, fields.getOrDefault(name, "").strip()))
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + "=" + Links.encoded(field.getValue()) + "&")
                .collect(Collectors.joining());
        return PATH + "?" + asked + "after=" + last.number();
    }

    private AuditView.Entry entry(AuditLog.Entry entry) {
        AuditLog.Deed deed = entry.deed();
        SagaKey saga = deed.saga();
        return new AuditView.Entry(
                entry.number(),
                Moment.of(entry.at()),
                deed.operator(),
                deed.action(),
                saga == null ? "" : saga.toString(),
                saga == null ? "" : Links.saga(saga.id()),
                deed.outcome(),
                saga == null ? masks.texts().mask(deed.reason()) : masks.texts().mask(deed.reason(), saga),
                saga == null ? masks.texts().mask(deed.detail()) : masks.texts().mask(deed.detail(), saga),
                deed.requestId(),
                entry.hash());
    }

    private static @Nullable String given(Map<String, String> fields, String name) {
        String text = fields.getOrDefault(name, "").strip();
        if (text.length() > 200) {
            throw malformed(name, "at most 200 characters");
        }
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Instant time(Map<String, String> fields, String name) {
        String text = fields.getOrDefault(name, "").strip();
        if (text.isEmpty()) {
            return null;
        }
        try {
            return text.endsWith("Z")
                    ? Instant.parse(text)
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException none) {
            throw malformed(name, "a time as 2026-11-30T14:00");
        }
    }

    private static QuerentException malformed(String name, String expected) {
        return new QuerentException(
                "QRT-6088",
                "the search holds a value that is none; field=" + name + ", expected=" + expected
                        + "; put it right, then search again");
    }
}
