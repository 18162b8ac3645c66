package io.querent.admin.console.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.querent.admin.access.Person;
import io.querent.admin.security.PersonArgument;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.servlet.View;

/** Shows pages: a template of {@code src/main/jte} with a view record, escaped for where in the page a text stands. Thread-safe. */
public final class Pages {
    private final TemplateEngine engine = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Pages.class.getClassLoader(), "io.querent.admin.pages");
    private final String assets;

    /** @param assets path of style sheet and scripts */
    public Pages(String assets) {
        this.assets = assets;
        engine.setBinaryStaticContent(false);
    }

    /** A whole page. */
    public View page(Place place, String title, String template, Object view) {
        return page(HttpStatus.OK, place, title, template, view);
    }

    /** A whole page with a status that is not 200. */
    public View page(HttpStatus status, Place place, String title, String template, Object view) {
        return new Shown(status, template, view, request -> frame(request, place, title));
    }

    /** A part of a page, to be put into one that is shown. */
    public View fragment(String template, Object view) {
        return new Shown(HttpStatus.OK, template, view, null);
    }

    private Frame frame(HttpServletRequest request, Place place, String title) {
        Person person = PersonArgument.personOf(request).orElse(null);
        Object token = request.getAttribute(CsrfToken.class.getName());
        Frame.FormToken form = token instanceof CsrfToken csrf
                ? new Frame.FormToken(csrf.getParameterName(), csrf.getToken())
                : new Frame.FormToken("", "");
        return new Frame(title, place, person, form, assets);
    }

    /** Makes the frame when the request is known. */
    private interface FrameMaker {
        Frame of(HttpServletRequest request);
    }

    private final class Shown implements View {
        private final HttpStatus status;
        private final String template;
        private final Object view;
        private final @Nullable FrameMaker frame;

        Shown(HttpStatus status, String template, Object view, @Nullable FrameMaker frame) {
            this.status = status;
            this.template = template;
            this.view = view;
            this.frame = frame;
        }

        @Override
        public void render(@Nullable Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            Map<String, Object> parameters = new HashMap<>();
            parameters.put("view", view);
            if (frame != null) {
                parameters.put("frame", frame.of(request));
            }
            // The whole page is made before a byte is sent: what goes wrong still becomes a page of its own.
            Utf8ByteOutput page = new Utf8ByteOutput();
            engine.render(template + ".jte", parameters, page);
            response.setStatus(status.value());
            response.setContentType(MediaType.TEXT_HTML_VALUE + ";charset=UTF-8");
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.setContentLength(page.getContentLength());
            page.writeTo(response.getOutputStream());
        }
    }
}
