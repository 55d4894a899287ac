package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.spi.IdGeneratorProvider;
import io.distid.testkit.Eventually;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The settings of docs/choose.md open what they are shown for. */
@Timeout(300)
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

    @Test
    void everyStrategyIsInTheTableAndHasASectionOrIsNamedInOne() {
        List<String> named = PAGE.table("name").stream()
                .flatMap(row -> Page.code(row.get(0)).stream())
                .toList();
        List<String> headings = PAGE.text()
                .lines()
                .filter(line -> line.startsWith("## "))
                .flatMap(line -> List.of(line.substring(3).split(" and ")).stream())
                .toList();

        // But for those that other tests of the lab bring.
        List<String> strategies = IdGenerators.providers().stream()
                .filter(provider -> !provider.getClass().getName().startsWith("io.distid.bench."))
                .map(IdGeneratorProvider::name)
                .toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(strategies);
        assertThat(headings).containsAll(strategies);
    }

    static List<Map<String, String>> settings() {
        List<Map<String, String>> settings = PAGE.settings();
        assertThat(settings).hasSizeGreaterThan(12);
        return settings;
    }
}
