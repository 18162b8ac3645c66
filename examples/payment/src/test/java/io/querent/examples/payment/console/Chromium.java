package io.querent.examples.payment.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A real Chromium, Debian's, without a window. It keeps what pages complain of, and what they load from elsewhere. */
final class Chromium implements AutoCloseable {
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    private final Playwright playwright;
    private final Browser browser;
    private final URI console;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Chromium(Playwright playwright, Browser browser, URI console) {
        this.playwright = playwright;
        this.browser = browser;
        this.console = console;
    }

    /** Whether there is one on this machine, or there has to be: then its absence is a failure. */
    static boolean isInstalledOrRequired() {
        return PLACES.stream().anyMatch(Files::isExecutable)
                || Boolean.parseBoolean(System.getenv("QUERENT_REQUIRES_CHROMIUM"));
    }

    /** Starts it, for the console at that address. */
    static Chromium start(URI console) {
        Path program = PLACES.stream().filter(Files::isExecutable).findFirst().orElseThrow();
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        return new Chromium(playwright, browser, console);
    }

    /** Somebody with a browser of their own, who has signed in. */
    Desk signIn(String name, String password) {
        return signIn(name, password, ColorScheme.LIGHT, 1280);
    }

    Desk signIn(String name, String password, ColorScheme scheme, int width) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(console.resolve("/").toString())
                .setColorScheme(scheme)
                .setViewportSize(width, 900));
        context.setDefaultTimeout(15_000);
        context.onConsoleMessage(message -> {
            boolean trouble = message.type().equals("error") || message.text().contains("Content Security Policy");
            if (trouble && !isLoadThatWasLeft(message.text())) {
                complaints.add(message.text() + " at " + message.location());
            }
        });
        context.onWebError(error -> complaints.add(error.error()));
        context.onRequest(request -> {
            if (!request.url().startsWith(console.resolve("/").toString())
                    && !request.url().startsWith("data:")) {
                complaints.add("loaded from elsewhere: " + request.url());
            }
        });
        Page page = context.newPage();
        page.navigate("/console");
        page.locator("#name").fill(name);
        page.locator("#password").fill(password);
        page.locator("#password").press("Enter");
        page.waitForURL(url -> !url.contains("sign-in"));
        return new Desk(context, page);
    }

    /**
     * Leaving a page breaks off its stream of changes, which htmx logs as an event without a text, and what it was loading. Requests
     * that fail otherwise are logged as such.
     */
    private static boolean isLoadThatWasLeft(String text) {
        return text.equals("Event") || text.equals("htmx:sendAbort") || text.equals("htmx:afterRequest");
    }

    /** What pages complained of: errors, violations of the content security policy, loads from elsewhere. */
    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }

    /** One person's browser. */
    record Desk(BrowserContext context, Page page) implements AutoCloseable {
        /** Another tab. */
        Page tab() {
            return context.newPage();
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
