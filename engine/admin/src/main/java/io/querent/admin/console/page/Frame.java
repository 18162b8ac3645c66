package io.querent.admin.console.page;

import io.querent.admin.access.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands around every page.
 *
 * @param title the page's title and only heading of the first rank
 * @param place the room that it belongs to
 * @param person who looks; null before they have signed in
 * @param formToken what every form has to send back
 * @param assets where style sheet and scripts are
 */
public record Frame(String title, Place place, @Nullable Person person, FormToken formToken, String assets) {

    /** A token against requests that another origin has a browser send: its field's name and its value. */
    public record FormToken(String name, String value) {}

    /** Rooms of the navigation. */
    public List<Place> places() {
        return person == null ? List.of() : Place.openTo(person.grants());
    }

    /** Whether somebody has signed in. */
    public boolean signedIn() {
        return person != null;
    }

    /** The name of who looks; empty before they have signed in. */
    public String name() {
        return person == null ? "" : person.name();
    }
}
