package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void theTableOfKeysIsTheProvidersList() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        List<String> keys =
                new LeafSegmentProvider().keys().stream().map(ReadmeTest::row).toList();
        assertThat(rows).isEqualTo(keys);
    }

    private static String row(ConfigKey key) {
        String name = key.nested() ? key.name() + "`, `" + key.name() + ".*" : key.name();
        String byDefault = key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
        return "| `" + name + "` | " + byDefault + " | " + help(key) + " |";
    }

    /** What a key is and allows. Ranges, whose forms id-api's README has, are in the messages and in the output of {@code describe}. */
    private static String help(ConfigKey key) {
        String allowed = key.allowed();
        return allowed.matches("a text|(a duration|an integer|an instant) .*")
                ? key.help()
                : key.help() + ". Allowed: " + allowed.replaceFirst("^one of ", "");
    }
}
