package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.FaultTable;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The table of faults in a real browser. Skipped, and said so, where Chromium or its driver is not installed. */
@Tag("slow")
class FaultsPageTest {
    private static final String STORIES = "tr.opened";

    @TempDir
    static Path folder;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        browser = Browser.orSkip(folder.resolve("profile"));
        page("faults.html", SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS));
        page("unproven.html", SampleFaults.table(Verdict.NOT_SHOWN, Verdict.HANGS));
        page("unshown.html", SampleFaults.tableOfOurs(Verdict.NOT_SHOWN, Verdict.NOT_APPLICABLE));
    }

    private static void page(String name, FaultTable table) throws IOException {
        Files.writeString(folder.resolve(name), HtmlReport.of(table));
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void openPage() {
        browser.width(1280);
        browser.colours("light");
        browser.open(folder.resolve("faults.html"));
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void rendersWithAnOpenStoryWithoutAWordOnTheConsoleAndWithoutScrollingSideways(int width, String colours) {
        browser.console();
        browser.colours(colours);
        browser.width(width);
        browser.open(folder.resolve("faults.html"));
        cell("repeats", "ours", "clock-back-down").click();

        assertThat((long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(width);
        assertThat(browser.find(".story").getSize().getWidth()).isBetween(width / 2, width);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void eachGroupIsAMatrixOfWords() {
        assertThat(browser.texts("#faults-groups h3")).containsExactly("Clock", "Configuration");
        assertThat(browser.texts("#faults-groups > div:nth-of-type(1) td"))
                .containsExactly("repeats", "unique ~", "repeats");
        assertThat(browser.texts("#faults-groups > div:nth-of-type(2) td")).containsExactly("stops", "n/a", "repeats");
        assertThat(browser.texts("#faults-groups > div:nth-of-type(1) tbody th"))
                .containsExactly("ours", "a peer with a name of forty characters..\npeer 1.0", "textbook\nthe control");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void verdictsDifferInColourAndAreLegible(String colours) {
        browser.colours(colours);

        assertThat(browser.run("""
                const luminance = colour => {
                  const [r, g, b] = colour.match(/[\\d.]+/g).map(each => each / 255)
                    .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
                  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const styles = [...document.querySelectorAll('.faults td button')].map(each => getComputedStyle(each));
                const ratios = styles.map(style => {
                  const [a, b] = [luminance(style.color), luminance(style.backgroundColor)];
                  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                });
                return [new Set(styles.map(style => style.backgroundColor)).size, Math.min(...ratios) >= 4.5].join(' ');""")).isEqualTo("4 true");
    }

    @Test
    void aCellOpensItsTimeLineByTheKeyboardAndClosesItAgain() {
        WebElement cell = cell("repeats", "ours", "clock-back-down");

        cell.sendKeys(Keys.ENTER);

        assertThat(cell.getAttribute("aria-expanded")).isEqualTo("true");
        assertThat(browser.texts(".events li"))
                .containsExactly(
                        "0.005 s node 0 opens, process 11",
                        "1.005 s the clock of node 0 is set back by 5 s",
                        "2.005 s first repeat: 17 by node 1 (process 12)",
                        "4.005 s node 0 gives out ids");
        assertThat(browser.find(".events .repeats").getText()).startsWith("2.005 s");
        assertThat(browser.find(".track span:nth-child(3)").getAttribute("style"))
                .isEqualTo("left: 50%;");
        assertThat(browser.find(".story").getText())
                .contains(
                        "ours under clock-back-down: repeats",
                        "The clock is set back.",
                        "it happened",
                        "17 by node 0 and by node 1",
                        "per generator: held",
                        "1.500 s",
                        "ids went on by themselves",
                        "a claim");

        cell.sendKeys(Keys.ESCAPE);
        assertThat(browser.texts(STORIES)).isEmpty();
        assertThat(cell.getAttribute("aria-expanded")).isEqualTo("false");
    }

    @Test
    void aPeersCellSaysWhatCanRepeatAndWhatItsDocumentationPromises() {
        cell("unique ~", "a peer with a name of forty characters..", "clock-back-down")
                .click();

        assertThat(browser.find(".story").getText())
                .contains(
                        "each number since the copy, until the counter has passed it",
                        "peer 1.0: contradicts its documentation: \"sorted\" (https://peer.example)");
    }

    @Test
    void errorsAreShownByTypeAndInapplicableFaultsWithTheReason() {
        cell("stops", "ours", "config-same-id").click();
        cell("n/a", "a peer with a name of forty characters..", "config-same-id")
                .click();

        assertThat(browser.texts(STORIES))
                .satisfiesExactly(
                        ours -> assertThat(ours).contains("2 ClockBehindException"),
                        peer -> assertThat(peer).contains("Not applicable, since", "it has no worker id"));
    }

    @Test
    void claimsThatDoNotHoldAndTheControlStandAboveTheMatrix() {
        assertThat(browser.find("#faults-say").getText())
                .contains("The control, textbook, repeats where it must", "ours under clock-back-down: a claim");
        assertThat((long) browser.run("return document.getElementById('faults-say').getBoundingClientRect().bottom"
                        + " <= document.querySelector('.faults').getBoundingClientRect().top ? 1 : 0"))
                .isEqualTo(1);
        assertThat(browser.find("#faults-reasons").isDisplayed()).isFalse();
    }

    @Test
    void aRunThatProvesNothingSaysSoAndWhyCellsAreNotShown() {
        browser.open(folder.resolve("unproven.html"));

        assertThat(browser.find("#faults-say .warning").getText())
                .startsWith("nothing was proven: the control must repeat, and did not: textbook under config-same-id");
        assertThat(browser.texts("#faults-reasons li")).containsExactly("libfaketime is missing");
        cell("not shown", "textbook", "clock-back-down").click();
        assertThat(browser.find(".story").getText()).contains("Not shown, since", "libfaketime is missing");
    }

    @Test
    void ownRowWithoutAShownFaultIsReported() {
        browser.open(folder.resolve("unshown.html"));

        assertThat(browser.find("#faults-say .warning").getText()).isEqualTo("nothing was shown of ours");
    }

    @Test
    void printsOnPaper() {
        cell("repeats", "ours", "clock-back-down").click();

        assertThat(browser.print()).startsWith("%PDF-".getBytes(StandardCharsets.US_ASCII));
        assertThat(browser.console()).isEmpty();
    }

    private static WebElement cell(String word, String subject, String fault) {
        return browser.find("button[aria-label='" + word + ": " + subject + " under " + fault + "']");
    }
}
