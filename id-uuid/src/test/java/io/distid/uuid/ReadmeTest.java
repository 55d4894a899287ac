package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void tablesOfKeysAreTheProvidersLists() throws IOException {
        assertThat(rows("`uuid-v7`")).isEqualTo(rows(new UuidV7Provider().keys()));
        assertThat(rows("`uuid-v4`")).isEqualTo(rows(new UuidV4Provider().keys()));
        assertThat(rows("`uuid-v1`")).isEqualTo(rows(new UuidV1Provider().keys()));
        assertThat(rows("`uuid-v6`")).isEqualTo(rows(new UuidV6Provider().keys()));
    }

    /** Of the table behind a line that names the strategy. */
    private static List<String> rows(String strategy) throws IOException {
        return Files.readString(Path.of("README.md"))
                .split("\n## Settings\n", -1)[1]
                .split("\n" + strategy + "\n\n", -1)[1]
                .split("\n\n", 2)[0]
                .lines()
                .skip(2)
                .toList();
    }

    private static List<String> rows(List<ConfigKey> keys) {
        return keys.stream()
                .map(key -> "| `" + key.name() + "` | `" + key.defaultValue() + "` | "
                        + key.allowed().replace("|", "\\|") + " | " + key.help() + " |")
                .toList();
    }
}
