package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.choice.Chooser;
import io.distid.bench.choice.Recommendation;
import io.distid.spi.IdGeneratorProvider;
import io.distid.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The settings of docs/choose.md open what they are shown for, and its facts are what is claimed. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ChooseTest {
    private static final Page PAGE = Page.of("docs", "choose.md");

    @TempDir
    private Path folder;

    private Stores stores;

    @BeforeEach
    void noStoreYet() {
        stores = new Stores(folder);
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void settingsOpenAStrategy(Map<String, String> written) {
        Map<String, String> settings = new TreeMap<>(written);
        String strategy = settings.remove("strategy");

        try (IdGenerator ids = IdGenerators.open(strategy, stores.reachable(strategy, settings))) {
            assertThat(Eventually.untilAnswered(ids::nextText)).isNotEqualTo(Eventually.untilAnswered(ids::nextText));
            assertThat(ids.traits().strategy()).isEqualTo(strategy);
        }
    }

    /** What the three questions lead to; the stores' settings are blocks of the page, see {@link ChoiceTableTest}. */
    @ParameterizedTest
    @MethodSource("recommendations")
    void recommendationsOpenAStrategy(Recommendation recommendation) {
        Map<String, String> settings = Page.read(String.join("\n", recommendation.settings()));
        settings.computeIfPresent("text-key", (key, file) -> "00112233445566778899aabbccddeeff");

        settingsOpenAStrategy(settings);
    }

    static List<Recommendation> recommendations() {
        return Chooser.table().outcomes().stream()
                .filter(outcome -> outcome.answers().get("server").equals("none"))
                .map(Chooser.Outcome::recommendation)
                .distinct()
                .toList();
    }

    /** The facts of the table are what each strategy claims once it is open. */
    @Test
    void factsAreWhatStrategiesClaim() throws IOException {
        List<String> headings = PAGE.text()
                .lines()
                .filter(line -> line.startsWith("## "))
                .flatMap(line -> List.of(line.substring(3).split(" and ")).stream())
                .toList();
        StringBuilder rows = new StringBuilder(
                "| name | bits | order | agrees with others | ends | unique across restarts by | module |\n"
                        + "|---|---|---|---|---|---|---|\n");
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            String module = Modules.of(provider.getClass()).orElse(null);
            if (module == null) {
                // Of other tests of the lab.
                continue;
            }
            String name = provider.name();
            assertThat(headings)
                    .as("docs/choose.md needs a section \"## %s\", with settings that open it", name)
                    .contains(name);
            try (IdGenerator ids = IdGenerators.open(name, stores.reachable(name, settingsOf(name)))) {
                rows.append(new StrategyFacts(ids.traits()).row(module));
            }
        }

        WrittenPart.ofDocument("docs/choose.md", "strategies").shouldBe("\n" + rows + "\n");
    }

    /** The first that the page has of it, or those of the strategy that shares its section. */
    private static Map<String, String> settingsOf(String strategy) {
        if (strategy.equals("mysql-replace-into")) {
            Map<String, String> settings = settingsOf("mysql-auto-increment");
            settings.put("tag", "orders");
            return settings;
        }
        return PAGE.settings().stream()
                .filter(settings -> settings.remove("strategy", strategy))
                .findFirst()
                .orElseGet(TreeMap::new);
    }

    static List<Map<String, String>> settings() {
        List<Map<String, String>> settings = PAGE.settings();
        assertThat(settings).hasSizeGreaterThan(12);
        return settings;
    }
}
