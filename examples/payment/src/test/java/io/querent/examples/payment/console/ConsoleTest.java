package io.querent.examples.payment.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.querent.examples.payment.console.Chromium.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * People at the console of the running example, with a real browser, while its bank says nothing: nobody can say of any payment whether it
 * was made. Each test has payments of its own.
 */
@Tag("exhaustive")
@EnabledIf("io.querent.examples.payment.console.Chromium#isInstalledOrRequired")
class ConsoleTest {
    private static final String OPERATOR = "olga-operator";
    private static final String APPROVER = "anna-approver";
    private static final String ADMIN = "adam-admin";
    private static final int LONGEST_PAGE_BYTES = 200_000;

    @TempDir
    private static Path directory;

    private static SilentBank bank;
    private static ConsoleRun run;
    private static Chromium chromium;

    private final List<Desk> desks = new ArrayList<>();

    @BeforeAll
    static void openTheConsole() throws IOException {
        List<String> orders = new ArrayList<>();
        orders.add("\"order_id\";\"account_id\";\"bank_to\";\"account_to\";\"amount\";\"k_symbol\"");
        for (int number = 1; number <= 12; number++) {
            orders.add(order(6000 + number, "120.50"));
        }
        orders.add(order(6900, "15000.00"));
        for (int number = 1; number <= 6; number++) {
            orders.add(order(7700 + number, "77.00"));
        }
        Path file = Files.write(directory.resolve("orders.csv"), orders);
        bank = SilentBank.open();
        run = ConsoleRun.start(directory, file, bank.address());
        chromium = Chromium.start(run.console());
    }

    @AfterAll
    static void closeTheConsole() {
        if (chromium != null) {
            chromium.close();
        }
        if (run != null) {
            run.close();
        }
        if (bank != null) {
            bank.close();
        }
    }

    @AfterEach
    void noPageComplains() {
        desks.forEach(Desk::close);
        assertThat(chromium.complaints())
                .as("errors, violations of the content security policy, and loads from elsewhere")
                .isEmpty();
    }

    @Test
    void anUnknownIsFoundReadAndDecided() {
        Page overview = signIn(ADMIN).page();
        assertThat(overview.locator("h1")).hasText("Overview");
        screenshot(overview, "overview");
        Page page = operator().page();
        openUnknown(page, "6001");
        assertThat(page.locator("#standing")).containsText(Pattern.compile("transfer"));
        page.locator("#open-transfer").click();
        assertThat(page.locator("#operation-detail")).containsText("default:payment:6001:transfer");
        screenshot(page, "saga");

        page.locator("#act-transfer-confirm-never-ran").click();
        page.locator("#evidence").fill("the bank's desk, ticket 4711: it never came");
        page.locator("#reason").fill("the customer waits");
        screenshot(page, "decide");
        submit(page);
        assertThat(page.locator("#sentence")).containsText("transfer");
        screenshot(page, "confirm");
        confirm(page);

        assertThat(page.locator("#result")).hasAttribute("data-verdict", "Confirmed absent");
        page.locator("text=To the saga").click();
        assertThat(page.locator("#saga-state")).hasAttribute("data-status", Pattern.compile("Compensated|Failed"));
    }

    @Test
    void whatACompensationWouldSendIsShownBeforeItIsSent() {
        Page page = operator().page();
        openUnknown(page, "6002");
        page.locator("#act-saga-compensate").click();

        assertThat(page.locator("#preview [data-operation='transfer']")).containsText(Pattern.compile("ask"));
        assertThat(page.locator("#preview [data-operation='reserve-funds.undo']"))
                .containsText("default:payment:6002:reserve-funds.undo");
        assertThat(page.locator("#preview [data-operation='reserve-funds.undo']"))
                .containsText("120.50");
        screenshot(page, "preview");
        page.locator("#reason").fill("ordered by mistake");
        submit(page);
        confirm(page);

        assertThat(page.locator("#result")).hasAttribute("data-verdict", Pattern.compile("Accepted|Still unknown"));
        page.locator("text=To the saga").click();
        assertThat(page.locator("#act-transfer-confirm-never-ran")).isVisible();
    }

    @Test
    void aDoubleClickAndASecondTabActOnce() {
        Desk desk = operator();
        Page first = desk.page();
        openUnknown(first, "6003");
        String saga = first.url();
        toConfirmation(first, saga, "pause", "wait for the bank");
        Page second = desk.tab();
        toConfirmation(second, saga, "pause", "wait for the bank, too");

        first.locator("#confirm button[type=submit]").dblclick();
        assertThat(first.locator("#result")).hasAttribute("data-verdict", "Recorded");
        confirm(second);
        assertThat(second.locator("#result"))
                .hasAttribute("data-verdict", Pattern.compile("Refused.*|Nothing was to be done"));

        Page audit = signIn(ADMIN).page();
        audit.navigate("/console/audit?saga=default:payment:6003");
        assertThat(audit.locator("main")).containsText("pause");
        assertThat(audit.locator("tbody tr:has-text('APPLIED')")).hasCount(1);
    }

    @Test
    void aTabThatIsBehindIsRefusedAndSaysWhatHasChanged() {
        Desk desk = operator();
        Page behind = desk.page();
        openUnknown(behind, "6004");
        String saga = behind.url();
        behind.locator("#act-transfer-confirm-failed").click();
        behind.locator("#code").fill("declined");
        behind.locator("#evidence").fill("a phone call");
        behind.locator("#reason").fill("tired");
        submit(behind);
        assertThat(behind.locator("#confirm")).isVisible();

        Page quicker = desk.tab();
        quicker.navigate(saga);
        quicker.locator("#act-transfer-confirm-never-ran").click();
        quicker.locator("#evidence").fill("ticket 4712");
        quicker.locator("#reason").fill("sorted out");
        submit(quicker);
        confirm(quicker);
        assertThat(quicker.locator("#result")).hasAttribute("data-verdict", "Confirmed absent");

        confirm(behind);
        assertThat(behind.locator("#result"))
                .hasAttribute("data-verdict", Pattern.compile("Refused: the case has moved"));
        assertThat(behind.locator("#changed-heading")).isVisible();
        screenshot(behind, "stale");
    }

    @Test
    void whatIsWorthMuchNeedsASecondPerson() {
        Page page = operator().page();
        openUnknown(page, "6900");
        page.locator("#act-saga-compensate").click();
        page.locator("#reason").fill("fraud");
        submit(page);
        confirm(page);
        assertThat(page.locator("#result")).hasAttribute("data-verdict", "Waits for a second person");
        page.navigate("/console/approvals");
        assertThat(page.locator("article:has-text('6900')")).containsText("You asked for it yourself");
        assertThat(page.locator("article:has-text('6900') button.danger")).hasCount(0);

        Page second = signIn(APPROVER).page();
        second.navigate("/console/approvals");
        screenshot(second, "approvals");
        second.locator("article:has-text('6900') button.danger").click();
        assertThat(second.locator("article:has-text('6900')")).hasCount(0);
        page.navigate("/console/sagas?key=6900");
        page.locator("#sagas tbody a").first().click();
        assertThat(page.locator("#saga-state")).containsText("turned back", containing());
        assertThat(page.locator("#saga-state")).containsText(APPROVER);
    }

    @Test
    void manySagasAreActedOnFromAFrozenSelection() {
        Page page = operator().page();
        page.navigate("/console/sagas?key=770");
        assertThat(page.locator("#sagas tbody tr")).hasCount(6);
        screenshot(page, "search");
        page.locator("text=Begin a bulk job").click();
        page.locator("#action").selectOption("pause");
        page.locator("#rate").fill("50");
        page.locator("#reason").fill("the bank's outage");
        page.locator("#bulk button[type=submit]").click();

        assertThat(page.locator("#items tbody tr")).hasCount(6);
        screenshot(page, "bulk");
        page.locator("#change button").first().click();
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            page.reload();
            assertThat(page.locator("#items tbody tr:has-text('pplied')").count())
                    .isEqualTo(6);
        });
        page.navigate("/console/sagas?key=770&status=PAUSED");
        assertThat(page.locator("#sagas tbody tr")).hasCount(6);
    }

    @Test
    void anOpenPageFollowsItsSagaByItself() {
        Page watching = signIn(ADMIN).page();
        openUnknown(watching, "6005");
        watching.evaluate("window.sameDocument = true");
        assertThat(watching.locator("#saga-state")).not().hasAttribute("data-status", "Paused");

        Page acting = operator().page();
        openUnknown(acting, "6005");
        toConfirmation(acting, acting.url(), "pause", "look who is watching");
        confirm(acting);

        assertThat(watching.locator("#saga-state"))
                .hasAttribute("data-status", "Paused", new LocatorAssertions.HasAttributeOptions().setTimeout(30_000));
        assertThat(watching.evaluate("window.sameDocument")).isEqualTo(true);
    }

    /** The page is brought up to date meanwhile; the click would go nowhere if its button were another one by the time of the release. */
    @Test
    void whatIsPressedIsNotReplacedBeforeItIsReleased() {
        Page page = operator().page();
        openUnknown(page, "6008");
        BoundingBox button = page.locator("#act-saga-compensate").boundingBox();
        page.mouse().move(button.x + button.width / 2, button.y + button.height / 2);
        page.waitForResponse(Pattern.compile(".*/state"), () -> {
            page.mouse().down();
            Page acting = operator().page();
            openUnknown(acting, "6008");
            toConfirmation(acting, acting.url(), "pause", "while somebody presses a button");
            confirm(acting);
            assertThat(acting.locator("#result")).isVisible();
        });
        assertThat(page.locator("#saga-state")).not().hasAttribute("data-status", "Paused");
        page.mouse().up();

        assertThat(page.locator("#preview")).isVisible();
        page.goBack();
        assertThat(page.locator("#saga-state")).hasAttribute("data-status", "Paused");
        BoundingBox heading = page.locator("h1").boundingBox();
        page.mouse().move(heading.x, heading.y);
        page.mouse().down();
        page.waitForResponse(Pattern.compile(".*/state"), () -> {
            Page acting = operator().page();
            openUnknown(acting, "6008");
            toConfirmation(acting, acting.url(), "resume", "the button was released");
            confirm(acting);
            assertThat(acting.locator("#result")).isVisible();
        });
        assertThat(page.locator("#saga-state")).hasAttribute("data-status", "Paused");
        page.mouse().up();
        assertThat(page.locator("#saga-state")).not().hasAttribute("data-status", "Paused");
    }

    @Test
    void everythingCanBeDoneByKeyboard() {
        Page page = operator().page();
        page.keyboard().press("/");
        page.keyboard().type("6006");
        page.keyboard().press("Enter");
        page.waitForURL(Pattern.compile(".*key=6006.*"));
        tabTo(page, "6006");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("6006");
        tabTo(page, "Pause");
        page.keyboard().press("Enter");
        assertThat(page.locator("#reason")).isVisible();
        focusByTab(page, "reason");
        page.keyboard().type("by keyboard");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator("#confirm")).isVisible();
        tabTo(page, "Pause");
        page.keyboard().press("Enter");

        assertThat(page.locator("#result")).hasAttribute("data-verdict", "Recorded");
    }

    @Test
    void everyPageIsAccessibleInBothSchemesAndOnASmallScreen() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : new int[] {1280, 360}) {
                Desk desk = chromium.signIn(ADMIN, run.password(ADMIN), scheme, width);
                desks.add(desk);
                for (String path : pages(desk.page())) {
                    desk.page().navigate(path);
                    List<Rule> violations =
                            new AxeBuilder(desk.page()).analyze().getViolations();
                    assertThat(violations.stream()
                                    .map(rule -> rule.getId() + ": " + rule.getHelp() + " "
                                            + rule.getNodes().get(0).getHtml())
                                    .toList())
                            .as(path + " " + scheme + " " + width)
                            .isEmpty();
                    assertThat((Integer) desk.page().evaluate("document.documentElement.scrollWidth"))
                            .as("nothing sticks out of " + path + " at " + width)
                            .isLessThanOrEqualTo(width);
                }
                screenshot(desk.page(), "look-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
            }
        }
    }

    @Test
    void aPageWeighsLessThanTwoHundredKilobytes() {
        Desk first = signIn(ADMIN);
        for (String path : pages(first.page())) {
            Desk desk = signIn(ADMIN);
            AtomicLong bytes = new AtomicLong();
            Page page = desk.tab();
            page.onResponse(response -> bytes.addAndGet(size(response)));
            page.navigate(path);
            assertThat(bytes.get()).as(path).isPositive().isLessThan(LONGEST_PAGE_BYTES);
        }
    }

    private static long size(Response response) {
        String type = response.headers().getOrDefault("content-type", "");
        return type.startsWith("text/event-stream") || response.status() >= 300 ? 0 : response.body().length;
    }

    private static List<String> pages(Page page) {
        openUnknown(page, "6007");
        String saga = page.url();
        String form = page.locator("#act-saga-compensate").getAttribute("href");
        return List.of(
                "/console",
                "/console/sagas",
                saga,
                form,
                "/console/reviews",
                "/console/approvals",
                "/console/bulk",
                "/console/bulk/new?key=600",
                "/console/operations?key=default:payment:6007:transfer",
                "/console/definitions",
                "/console/definitions/payment/1",
                "/console/audit",
                "/console/accounts",
                "/console/password");
    }

    private Desk operator() {
        return signIn(OPERATOR);
    }

    private Desk signIn(String name) {
        Desk desk = chromium.signIn(name, run.password(name));
        desks.add(desk);
        return desk;
    }

    /** As soon as nobody can say whether the transfer was made. */
    private static void openUnknown(Page page, String order) {
        await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            page.navigate("/console/sagas?key=" + order);
            assertThat(page.locator("#sagas tbody tr").count()).isEqualTo(1);
        });
        page.locator("#sagas tbody a").first().click();
        assertThat(page.locator("tr[data-operation='transfer']"))
                .containsText(
                        Pattern.compile("Unknown|In review"),
                        new LocatorAssertions.ContainsTextOptions().setTimeout(120_000));
    }

    private static void toConfirmation(Page page, String saga, String action, String reason) {
        page.navigate(saga);
        page.locator("#act-saga-" + action).click();
        page.locator("#reason").fill(reason);
        submit(page);
        assertThat(page.locator("#confirm")).isVisible();
    }

    private static void submit(Page page) {
        page.locator("#action button[type=submit]").click();
    }

    private static void confirm(Page page) {
        page.locator("#confirm button[type=submit]").click();
    }

    private static void tabTo(Page page, String text) {
        for (int i = 0; i < 80; i++) {
            page.keyboard().press("Tab");
            Object focused = page.evaluate("document.activeElement ? document.activeElement.textContent.trim() : ''");
            if (String.valueOf(focused).startsWith(text)) {
                return;
            }
        }
        throw new AssertionError("no way by Tab to " + text + " on " + page.url());
    }

    private static void focusByTab(Page page, String id) {
        for (int i = 0; i < 80; i++) {
            page.keyboard().press("Tab");
            if (id.equals(page.evaluate("document.activeElement ? document.activeElement.id : ''"))) {
                return;
            }
        }
        throw new AssertionError("no way by Tab to #" + id + " on " + page.url());
    }

    private static LocatorAssertions.ContainsTextOptions containing() {
        return new LocatorAssertions.ContainsTextOptions().setIgnoreCase(true).setTimeout(60_000);
    }

    /** For the documentation, where somebody asks for them: -Dquerent.screenshots=docs/console. */
    private static void screenshot(Page page, String name) {
        String where = System.getProperty("querent.screenshots");
        if (where != null) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(where, name + ".png")));
        }
    }

    private static String order(int number, String amount) {
        return number + ";" + (number - 5000) + ";\"AB\";\"" + (80_000_000 + number) + "\";" + amount + ";\"SIPO\"";
    }
}
