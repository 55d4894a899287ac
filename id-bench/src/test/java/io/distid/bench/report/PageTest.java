package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Control;
import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

/** The page in a real browser. Skipped, and said so, where Chromium or its driver is not installed. */
@Tag("slow")
class PageTest {
    private static final String CARDS = "#candidates h3";
    private static final String NAMES = "#measured-table tbody th";

    @TempDir
    static Path folder;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        browser = Browser.orSkip(folder.resolve("profile"));
        Files.writeString(folder.resolve("report.html"), HtmlReport.of(SampleResults.complete(), null));
        Files.writeString(
                folder.resolve("full.html"),
                HtmlReport.of(SampleResults.full(), SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS)));
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
        browser.open(folder.resolve("report.html"));
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void rendersWithoutAWordOnTheConsoleAndWithoutScrollingSideways(int width, String colours) {
        browser.console();
        browser.colours(colours);
        browser.width(width);
        browser.open(folder.resolve("report.html"));

        assertThat(browser.find("#chart svg").getSize().getWidth()).isBetween(width / 2, width);
        assertThat((long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(width);
        assertThat(browser.console()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "390, dark"})
    void everySectionIsShownAtBothWidths(int width, String colours) {
        browser.console();
        browser.colours(colours);
        browser.width(width);
        browser.open(folder.resolve("full.html"));

        assertThat(browser.run(
                        "return [...document.querySelectorAll('main > section')].filter(each => each.hidden).length"))
                .isEqualTo(0L);
        assertThat(browser.find("#latency-chart svg").getSize().getWidth()).isBetween(width / 2, width);
        assertThat((long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(width);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void tooFewIdsAndABusyMachineAreSaid() throws IOException {
        assertThat(browser.find("#busy").isDisplayed()).isFalse();
        Files.writeString(folder.resolve("doubtful.html"), HtmlReport.of(SampleResults.doubtful(), null));
        browser.open(folder.resolve("doubtful.html"));

        assertThat(browser.find("#busy").getText())
                .startsWith("The machine was busy: other processes took 57 % of its CPU time during the run");
        assertThat(browser.find("#measured-table").getText())
                .contains("not shown")
                .doesNotContain(" 0 ");
        assertThat(browser.find("#nodes-table").getText()).contains("not shown");
        assertThat(browser.find("#reasons").getText()).contains("slow not shown: of 2 processes one made 4 ids");
    }

    @Test
    void aSectionWithoutFiguresIsLeftOutWithItsLink() {
        for (String section : List.of(
                "peers",
                "latency",
                "cost",
                "nodes",
                "locality",
                "faults",
                "locks",
                "tokens",
                "entities",
                "scale",
                "bars")) {
            assertThat(browser.find("#" + section).isDisplayed()).as(section).isFalse();
            assertThat(browser.find("nav a[href='#" + section + "']").isDisplayed())
                    .as(section)
                    .isFalse();
        }
        assertThat(browser.find("#tell").isDisplayed()).isTrue();
    }

    @Test
    void aRateUnderStealIsMarkedAndOneWhoseStealIsUnknownIsNot() {
        browser.open(folder.resolve("full.html"));

        assertThat(
                        browser.run(
                                "return [0.23, 0.1, undefined].map("
                                        + "steal => lab.rate({opsPerSecond: 2e6, error: null, steal})).join('|').replaceAll('\u00a0', ' ')"))
                .isEqualTo("2.00 M [steal 23 %]|2.00 M|2.00 M");
    }

    @Test
    void aPeerThatIsAheadIsNamed() {
        browser.open(folder.resolve("full.html"));

        assertThat(browser.find("#peers-say").getText())
                .contains("a peer was faster", "robsonkades-v7 (128 bits, sorting by time, 1 thread)")
                .doesNotContain("cosid-snowflake");
        assertThat(browser.texts("#peers-table td.bad")).isNotEmpty();
    }

    @Test
    void missedBarsComeFirstAndThoseNotMeasuredLast() {
        browser.open(folder.resolve("full.html"));

        assertThat(browser.texts("#bars-table td:nth-child(5)")).containsExactly("missed", "held", "not measured");
        assertThat(browser.find("#bars-say").getText()).isEqualTo("1 of 3 hold, 1 missed, 1 not measured in this run.");
    }

    @Test
    void locksAndTokensAreShownWithTheirPeersAndWhatWasNotMeasured() {
        browser.open(folder.resolve("full.html"));

        assertThat(browser.texts("#locks-table tbody th"))
                .containsExactly("lock redis", "lock mysql", "redisson RLock", "lock zookeeper");
        assertThat(browser.find("#locks-table tbody tr:nth-child(3)").getText())
                .contains("redisson 3.52.0", "7.41 k", "926", "1.73 s", "2.00 s", "no", "measured");
        assertThat(browser.find("#locks-table tbody tr:nth-child(4)").getText())
                .contains("skipped: no server: refused");
        assertThat(browser.find("#locks-say").getText()).contains("32 threads in each of 4 processes");
        assertThat(browser.find("#tokens-table tbody tr").getText())
                .contains("tokens redis", "11.2 k", "33.6 k", "measured");
        assertThat(browser.texts("#tokens-table td.bad"))
                .containsExactly("failed: a token that nobody used was consumed");
        assertThat(browser.find("#tokens-say").getText()).contains("32 threads in each of 4 processes");
    }

    @Test
    void entitiesAreShownWithTheStatementsThatARowCosts() {
        browser.open(folder.resolve("full.html"));

        assertThat(browser.texts("#entities-table tbody th")).containsExactly("@DistId snowflake", "IDENTITY", "@Tsid");
        assertThat(browser.find("#entities-table tbody tr").getText()).contains("52.3 k", "0.0403", "measured");
        assertThat(browser.texts("#entities-table td.bad")).containsExactly("failed: a row was refused");
        assertThat(browser.find("#entities-say").getText()).contains("10.0 k in each of 3 rounds");
    }

    @Test
    void theChosenFigureOfGrowthIsDrawnAndAllAreInTheTable() {
        browser.open(folder.resolve("full.html"));

        assertThat(
                        (String)
                                browser.run(
                                        "return [...document.querySelectorAll('#scale-figure option')].map(each => each.textContent).join('|')"))
                .isEqualTo(String.join(
                        "|",
                        "tags: heap of a tag",
                        "tags: nextId of tags at random",
                        "threads: ids a second",
                        "leases: CPU of the server for a renewal",
                        "leases: leases ever past their bound",
                        "leases: renewals a second"));
        assertThat(browser.texts("#scale-table tbody tr")).hasSize(12);
        assertThat(browser.find("#scale-table tbody tr:nth-child(12)").getText())
                .contains("skipped: no server: refused");
        assertThat(browser.find("#scale-chart").getDomAttribute("aria-label")).contains("heap of a tag");
        browser.find("#scale-figure option:nth-child(3)").click();
        assertThat(browser.find("#scale-caption").getText()).isEqualTo("threads: ids a second, by threads.");
        assertThat((String) browser.run("return document.querySelector('#scale-chart svg').textContent"))
                .contains("snowflake, platform threads");
    }

    @ParameterizedTest
    @CsvSource({
        "worker=mysql, 100, 3, 7, 1, 100, 1, no: extrapolated, that of one process with all",
        "worker=mysql, 10000, 60, 14, 1, 500, 1, yes, that of one process with all",
        "worker=mysql, 1000000, 60, 20, 4, 50.0 k, 84, no: extrapolated, that of one process with all",
        "worker=redis, 100, 60, 7, 1, 5, 1, yes, that of nodes with a source",
        "worker=redis, 10000, 60, 14, 1, 500, 1, no: extrapolated, that of nodes with a source"
    })
    void theCalculatorReadsOffWhatADeploymentNeeds(
            String source,
            long nodes,
            int reservation,
            String workerBits,
            String namespaces,
            String renewals,
            String servers,
            String measured,
            String cost) {
        browser.open(folder.resolve("full.html"));

        browser.run("document.getElementById('lease-source').value = '" + source + "';"
                + "for (const [id, value] of [['deployed', " + nodes + "], ['reservation', " + reservation
                + "], ['node-rate', 10000]]) document.getElementById(id).value = value;"
                + "document.getElementById('deployment').dispatchEvent(new Event('input'));");

        assertThat(browser.texts("#deployment-needs dd"))
                .startsWith(workerBits, "4", namespaces, renewals)
                .contains(servers)
                .anySatisfy(text -> assertThat(text).startsWith(measured))
                .anySatisfy(text -> assertThat(text).startsWith(cost));
    }

    @Test
    void theCalculatorAsksForNumbersWhereThereAreNone() {
        browser.open(folder.resolve("full.html"));
        browser.run("document.getElementById('deployed').value = '';"
                + "document.getElementById('deployment').dispatchEvent(new Event('input'));");

        assertThat(browser.texts("#deployment-needs dd")).containsExactly("all three must be numbers from 1");
    }

    @Test
    void figuresCarryTheirUnits() {
        browser.open(folder.resolve("full.html"));

        String latency = browser.find("#latency-table").getText();
        assertThat(latency).contains("at 100 k/s", "flat out", "130 ns", "3.20 µs", "220 µs");
        assertThat(browser.find("#cost-table").getText()).contains("12.5 ms", "2.90 s");
        assertThat(browser.find("#measured-table").getText()).contains("1.25 s", "cosid-core 2.13.3: machineBit=10");
        assertThat(browser.find("#control").getText()).contains("123 k repeated");
        assertThat(browser.find("#warnings").getText()).contains("rests on the clock");
    }

    @Test
    void checkOfTheCheckerIsShownWithoutRowsOfProcesses() throws IOException {
        assertThat(browser.find("#control").isDisplayed()).isFalse();
        openWith(new Control("plain long", 1, 80_000, 0, false));
        assertThat(browser.find("#nodes").isDisplayed()).isFalse();
        assertThat(browser.find("#control.warning").getText())
                .isEqualTo(
                        "The checker found no duplicate where there must be some (threads of one process on a plain long):"
                                + " what it says of the others is worth nothing.");

        openWith(new Control("snowflake", 2, 400_000, 123_456, true));
        assertThat(browser.find("#control:not(.warning)").getText())
                .isEqualTo(
                        "The checker was checked: of 400 k ids of 2 processes of snowflake on one worker id it found 123 k"
                                + " repeated.");
    }

    private static void openWith(Control control) throws IOException {
        Path page = folder.resolve("control.html");
        Files.writeString(page, HtmlReport.of(SampleResults.withControl(control), null));
        browser.open(page);
    }

    @Test
    void needsMayBeOfLatencyAndOfWhoseCodeItIs() {
        browser.open(folder.resolve("full.html"));
        browser.find("label:has(#own)").click();
        assertThat(names()).doesNotContain("cosid-snowflake", "robsonkades-v7").contains("snowflake");

        browser.find("#p99").sendKeys("0.1");
        assertThat(names()).isEmpty();
        browser.find("#ruled-out summary").click();
        assertThat(browser.texts("#ruled-out li"))
                .anyMatch(line -> line.contains("99 % of calls took up to 410 ns"))
                .anyMatch(line -> line.contains("comes from cosid-core 2.13.3"));
    }

    @Test
    void theConsoleIsHeard() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.html"), "<script>undefinedFunction()</script>");

        browser.open(broken);

        assertThat(browser.console()).anyMatch(line -> line.contains("undefinedFunction"));
    }

    @Test
    void namesAreShownAsText() {
        assertThat(browser.texts(NAMES)).contains(SampleResults.HOSTILE);
        assertThat(browser.run("return document.querySelectorAll('img').length"))
                .isEqualTo(0L);
    }

    @Test
    void aTitleSortsByItsColumnAndThenTheOtherWay() {
        WebElement title = browser.find("#measured-table th:nth-child(4) button");
        assertThat(title.getText()).startsWith("ids/s, 2 threads");

        title.click();
        assertThat(browser.texts(NAMES))
                .startsWith("AtomicLong.getAndIncrement", "leaf-segment", "System.currentTimeMillis", "uuid-v7")
                .endsWith("mysql-replace-into", SampleResults.HOSTILE);
        assertThat(browser.find("#measured-table th:nth-child(4)").getAttribute("aria-sort"))
                .isEqualTo("descending");

        title.sendKeys(Keys.ENTER);
        assertThat(browser.texts(NAMES))
                .startsWith("mysql-auto-increment", "sonyflake", "redis-incr")
                .endsWith("mysql-replace-into", SampleResults.HOSTILE);
        assertThat(browser.texts("#measured-table th[aria-sort=ascending]")).hasSize(1);
    }

    @Test
    void threeAnswersLeadToOneStrategyWithWhatToCopy() {
        assertThat(browser.find("#recommended h3").getText()).isEqualTo("Take uuid-v7");

        choose("three-ids", "long");
        choose("three-server", "etcd");
        choose("three-guess", "no");

        assertThat(browser.find("#recommended h3").getText()).isEqualTo("Take snowflake");
        assertThat(browser.texts("#recommended pre"))
                .hasSize(3)
                .first()
                .asString()
                .contains("text=opaque", "worker=etcd", "worker.create=true");
        assertThat(browser.texts("#recommended pre").get(1))
                .isEqualTo("LongIdGenerator ids = IdGenerators.openLong(\"snowflake\", settings);");
    }

    @Test
    void theChooserStartsWithAllThatWereMeasuredAndSaysWhyOthersAreOut() {
        assertThat(browser.find("#remaining").getText()).isEqualTo("7 of 9 strategies remain.");
        assertThat(browser.texts(CARDS)).first().asString().contains("leaf-segment", "119 M ids/s");
        browser.find("#ruled-out summary").click();
        assertThat(browser.texts("#ruled-out li")).contains("mysql-replace-into: skipped: no server: refused");
    }

    @Test
    void needsNarrowTheChoiceAndResetWidensIt() {
        choose("order", "time");
        choose("coordination", "NONE");
        assertThat(names()).containsExactly("uuid-v7", "snowflake", "sonyflake");
        browser.find("#rate").sendKeys("1000000");
        assertThat(names()).containsExactly("uuid-v7", "snowflake");
        browser.find("#unguessable").click();
        assertThat(names()).containsExactly("uuid-v7");
        assertThat(browser.find("#remaining").getText()).isEqualTo("1 of 9 strategies remains.");
        browser.find("#column").click();
        assertThat(browser.find("#remaining").getText()).contains("0 of 9", "give up one of your needs");
        browser.find("#needs button").click();
        assertThat(names()).hasSize(7);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0", "0, 0.5"})
    void whatWasGuessedInAnyWayIsGuessable(String singly, String flatOut) {
        assertThat(browser.run("return lab.guessed({predictability: {guessed: " + singly + ", guessedFlatOut: "
                        + flatOut + "}})"))
                .isEqualTo(0.5);
    }

    @Test
    void idsThatWereNotGuessedAtAreNotCalledUnguessable() {
        assertThat(browser.run("return lab.guessed({})")).isNull();
        assertThat(browser.run("return lab.against({...lab.results.strategies[0], predictability: null},"
                        + " {unguessable: true, order: '', coordination: 'PER_ID'})[0]"))
                .isEqualTo("nobody tried to guess its ids");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "safe"})
    void countersAreDenseAndFitJavaScript(String need) {
        browser.find("label:has(#" + need + ")").click();

        assertThat(names()).containsExactly("leaf-segment", "redis-incr", "mysql-auto-increment");
    }

    @Test
    void theClockCanBeRuledOut() {
        choose("safety", "STORED RANDOM");

        assertThat(names()).hasSize(5).doesNotContain("snowflake", "sonyflake");
    }

    @Test
    void theKeyboardReachesTheContentFirstAndEveryFieldHasALabel() {
        browser.find("body").sendKeys(Keys.TAB);
        assertThat(browser.run("return document.activeElement.className")).isEqualTo("skip");
        assertThat(browser.run("""
                        return [...document.querySelectorAll('select, input')]
                            .filter(field => field.labels.length === 0).map(field => field.id)""")).isEqualTo(List.of());
        assertThat(browser.find("#chart").getAttribute("aria-label"))
                .contains("Fastest of 7: leaf-segment (119 M ids/s at 1 thread)", "slowest: mysql-auto-increment");
    }

    @Test
    void printsOnPaper() {
        browser.colours("dark");

        assertThat(browser.print()).startsWith("%PDF-".getBytes(StandardCharsets.US_ASCII));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aPartOfARunIsMarkedAsOne() throws IOException {
        assertThat(browser.find("#partial").isDisplayed()).isFalse();

        browser.open(Files.writeString(folder.resolve("part.html"), HtmlReport.of(SampleResults.interrupted(), null)));

        assertThat(browser.find("#partial").isDisplayed()).isTrue();
    }

    private static void choose(String field, String value) {
        browser.find("#" + field + " option[value='" + value + "']").click();
    }

    private static List<String> names() {
        return browser.texts(CARDS).stream()
                .map(text -> text.lines().findFirst().orElse(""))
                .toList();
    }
}
