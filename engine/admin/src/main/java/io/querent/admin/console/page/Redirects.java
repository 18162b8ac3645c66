package io.querent.admin.console.page;

import org.springframework.web.servlet.View;
import org.springframework.web.servlet.view.RedirectView;

/** Answers that lead to another page of the console. */
public final class Redirects {
    private Redirects() {}

    /** To a path and query as they are: what a person has typed may look like a template's variable. */
    public static View to(String path) {
        RedirectView view = new RedirectView(path);
        view.setExpandUriTemplateVariables(false);
        return view;
    }
}
