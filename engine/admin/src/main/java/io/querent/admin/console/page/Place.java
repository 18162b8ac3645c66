package io.querent.admin.console.page;

import io.querent.admin.access.Grants;
import io.querent.admin.access.Permission;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A room of the console, as its navigation names it. */
public enum Place {
    OVERVIEW("Overview", "/console", grants -> grants.allowEverywhere(Permission.VIEW)),
    SAGAS("Sagas", "/console/sagas", grants -> grants.allowSomewhere(Permission.VIEW)),
    REVIEWS("Reviews", "/console/reviews", grants -> grants.allowSomewhere(Permission.VIEW)),
    APPROVALS("Approvals", "/console/approvals", grants -> grants.allowSomewhere(Permission.VIEW)),
    BULK("Bulk", "/console/bulk", grants -> grants.allowSomewhere(Permission.ACT)),
    OPERATIONS("Operations", "/console/operations", grants -> grants.allowSomewhere(Permission.VIEW)),
    DEFINITIONS("Definitions", "/console/definitions", grants -> grants.allowSomewhere(Permission.VIEW)),
    AUDIT("Audit", "/console/audit", grants -> grants.allowSomewhere(Permission.AUDIT)),
    ACCOUNTS("Accounts", "/console/accounts", grants -> grants.allowEverywhere(Permission.ADMINISTER)),
    /** None of them: an error, one's own password. */
    ELSEWHERE("", "", grants -> false);

    private final String label;
    private final String path;
    private final Predicate<Grants> open;

    Place(String label, String path, Predicate<Grants> open) {
        this.label = label;
        this.path = path;
        this.open = open;
    }

    /** Its name for people. */
    public String label() {
        return label;
    }

    /** Its path. */
    public String path() {
        return path;
    }

    /** The rooms that somebody with these grants is offered. */
    public static List<Place> openTo(Grants grants) {
        return Arrays.stream(values()).filter(place -> place.open.test(grants)).toList();
    }
}
