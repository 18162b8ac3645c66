package io.querent.admin.console.operation;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.desk.UnknownSagaException;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** Leads from a key, as a downstream's log or statement has it, to its operation; and from a saga's key to the saga. */
@Controller
public final class LookupController {
    private final AdminDesk desk;
    private final Pages pages;

    public LookupController(AdminDesk desk, Pages pages) {
        this.desk = desk;
        this.pages = pages;
    }

    @GetMapping("/console/operations")
    View find(Person person, @RequestParam(defaultValue = "") String key) {
        person.requireSomewhere(Permission.VIEW);
        String wanted = key.strip();
        if (wanted.isEmpty()) {
            return pages.page(Place.OPERATIONS, "Operations", "lookup", new LookupView("", ""));
        }
        try {
            return Redirects.to(place(person, wanted));
        } catch (InvalidKeyException | UnknownSagaException none) {
            LookupView view = new LookupView(
                    wanted,
                    "There is no saga with an operation of this key, or it is not for you. A downstream with shorter keys"
                            + " may have been sent a digest of it.");
            return pages.page(HttpStatus.NOT_FOUND, Place.OPERATIONS, "Operations", "lookup", view);
        }
    }

    private String place(Person person, String text) {
        OperationKey key = new OperationKey(text);
        boolean ofSaga = text.chars().filter(each -> each == ':').count() == 2;
        SagaKey saga = ofSaga ? SagaKey.parse(text) : key.saga();
        desk.open(person, saga.id());
        return ofSaga ? Links.saga(saga.id()) : Links.operation(key);
    }
}
