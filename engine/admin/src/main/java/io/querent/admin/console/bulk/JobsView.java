package io.querent.admin.console.bulk;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import java.util.List;

/** Bulk jobs, newest first. */
public record JobsView(List<Row> jobs, boolean mayAct) {
    public JobsView {
        jobs = List.copyOf(jobs);
    }

    /** A job. */
    public record Row(String link, String what, Badge state, int items, int settled, String by, Moment cutOff) {}
}
