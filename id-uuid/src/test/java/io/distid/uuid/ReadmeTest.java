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
        assertThat(rows("`uuid-v6`, as `uuid-v1` but for")).isEqualTo(differences());
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

    /** What version 6 has otherwise than version 1. */
    private static List<String> differences() {
        List<String> v1 = rows(new UuidV1Provider().keys());
        List<String> v6 = rows(new UuidV6Provider().keys());
        assertThat(v6).hasSameSizeAs(v1);
        return v6.stream().filter(row -> !v1.contains(row)).toList();
    }

    private static List<String> rows(List<ConfigKey> keys) {
        return keys.stream()
                .map(key -> "| `" + key.name() + "` | `" + key.defaultValue() + "` | "
                        + allowed(key).replace("|", "\\|") + " | " + key.help() + " |")
                .toList();
    }

    /** Without the examples of a duration, which id-api's README has once. */
    private static String allowed(ConfigKey key) {
        return key.allowed().replaceFirst(", such as 500ms.*", "");
    }
}
