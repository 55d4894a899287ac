package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.spi.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lab knows strategies by what they declare. Only who declares them, and what a user types, has their names. */
class StrategyNamesTest {
    private static final Path LAB = Path.of("id-bench");

    private static final Pattern DECLARES = Pattern.compile(
            // Strategies, peers, and clients that send the same requests.
            "subject/(\\w+Subjects|\\w+Peer|BareClients|Entities)"
                    // Rows whose ratios are promised, and what grows with a fleet: each is declared by the names of its
                    // rows.
                    + "|workshop/\\w+/\\w+"
                    // Entities and the control, which are subjects themselves.
                    + "|entity/RowEntities|nodes/NegativeControl"
                    // What is recommended.
                    + "|choice/ChoiceRules"
                    // What a user types, and its examples.
                    + "|cli/\\w+Command|cli/ServerFlags");

    @Test
    void noStrategyIsNamedOutsideOfWhatDeclaresItAndWhatAUserTypes() throws IOException {
        Pattern named =
                Pattern.compile("\"(" + names() + ")[ \"]|\\b(?:Snowflake|Sonyflake|LeafSegment|RedisIncr)Provider\\b");
        List<String> found = new ArrayList<>();
        for (Path file : ModuleFolders.sources(LAB)) {
            String text = file.toString().replace('\\', '/');
            String place = text.substring(text.indexOf("/bench/") + 7, text.length() - ".java".length());
            Matcher matcher = named.matcher(Files.readString(file));
            while (!DECLARES.matcher(place).matches() && matcher.find()) {
                found.add(place + ": " + matcher.group());
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void nobodyReadsTheTextOfOptions() throws IOException {
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

    private static String names() {
        return IdGenerators.providers().stream()
                // Others are of tests.
                .filter(provider -> !provider.getClass().getName().startsWith("io.distid.bench."))
                .map(Provider::name)
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
    }
}
