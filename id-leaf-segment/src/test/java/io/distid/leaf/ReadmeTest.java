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
        return "| `" + name + "` | " + byDefault + " | " + allowed(key) + " | " + key.help() + " |";
    }

    /** Without the examples of a duration, which id-api's README has once. */
    private static String allowed(ConfigKey key) {
        return key.allowed().replaceFirst(", such as 500ms.*", "");
    }
}
