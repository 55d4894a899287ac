package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.spi.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lab knows strategies by what they declare. Only who declares them, and what a user types, has their names. */
class StrategyNamesTest {
    private static final Path LAB = Path.of("id-bench");

    private static final Pattern DECLARES = Pattern.compile(
            // Strategies, peers, the control, and clients that send the same requests.
            "subject/(\\w+Subjects|TextbookSnowflake|Entities)|peer/(\\w+Peer|BareClients)"
                    // Rows whose ratios are promised, and what grows with tags.
                    + "|workshop/(bars/BarCatalogue|growth/TagsGrowth)"
                    // Entities and the control of a check, which are subjects themselves.
                    + "|entity/(EntityKind|RowEntities)|nodes/NegativeControl"
                    // What is recommended.
                    + "|choice/ChoiceRules"
                    // What a user types, and its examples.
                    + "|(cli|workshop)/\\w+Command|cli/(Main|ServerFlags)");

    /** Comments, which may name an example, text blocks and literals. */
    private static final Pattern TOKEN =
            Pattern.compile("/\\*[\\s\\S]*?\\*/|//[^\n]*|\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");

    @Test
    void noStrategyIsNamedOutsideOfWhatDeclaresItAndWhatAUserTypes() throws IOException {
        Pattern named = Pattern.compile("(?<![\\w-])(?:" + oneOf(Provider::name) + ")(?![\\w-])");
        Pattern provider =
                Pattern.compile("\\b(?:" + oneOf(each -> each.getClass().getSimpleName()) + ")\\b");
        List<String> found = new ArrayList<>();
        for (Path file : ModuleFolders.sources(LAB)) {
            String text = file.toString().replace('\\', '/');
            String place = text.substring(text.indexOf("/bench/") + 7, text.length() - ".java".length());
            if (DECLARES.matcher(place).matches()) {
                continue;
            }
            String source = Files.readString(file);
            TOKEN.matcher(source)
                    .results()
                    .map(MatchResult::group)
                    .filter(token ->
                            token.startsWith("\"") && named.matcher(token).find())
                    .forEach(token -> found.add(place + ": " + token));
            provider.matcher(source).results().forEach(match -> found.add(place + ": " + match.group()));
        }

        assertThat(found).isEmpty();
    }

    @Test
    void noSourceParsesTheTextOfOptions() throws IOException {
        for (Path file : ModuleFolders.sources(LAB)) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContainPattern("options\\(\\)\\s*\\.(contains|split|startsWith|matches|indexOf)");
        }
    }

    @Test
    void theExampleOfAStrategyIsOneFolderOfAtMostEightFilesAndOneLineOfTheRootPom() throws IOException {
        Path folder = Path.of("..", "integrations", "examples", "own-strategy");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> !folder.relativize(file).startsWith("target")))
                    .hasSizeBetween(1, 8);
        }
        assertThat(Files.readAllLines(Path.of("..", "pom.xml")))
                .filteredOn(line -> line.contains("own-strategy"))
                .hasSize(1);
    }

    private static String oneOf(Function<Provider, String> name) {
        return IdGenerators.providers().stream()
                // Others are of tests.
                .filter(provider -> !provider.getClass().getName().startsWith("io.distid.bench."))
                .map(name)
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
    }
}
