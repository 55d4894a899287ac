package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import io.distid.spi.Provider;
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
        assertThat(rows("`uuid-v1`, with `clock` and `max-wait` as above"))
                .isEqualTo(differences(new UuidV7Provider(), new UuidV1Provider()));
        assertThat(rows("`uuid-v6`, as `uuid-v1` but for"))
                .isEqualTo(differences(new UuidV1Provider(), new UuidV6Provider()));
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

    /** What the second has otherwise than the first. */
    private static List<String> differences(Provider first, Provider second) {
        List<String> known = rows(first.keys());
        return rows(second.keys()).stream().filter(row -> !known.contains(row)).toList();
    }

    private static List<String> rows(List<ConfigKey> keys) {
        return keys.stream()
                .map(key -> "| `" + key.name() + "` | `" + key.defaultValue() + "` | " + help(key) + " |")
                .toList();
    }

    /** What a key is and allows. Ranges, whose forms id-api's README has, are in the messages and in the output of {@code describe}. */
    private static String help(ConfigKey key) {
        String allowed = key.allowed();
        return allowed.matches("a text|(a duration|an integer|an instant) .*")
                ? key.help()
                : key.help() + ". Allowed: " + allowed.replaceFirst("^one of ", "");
    }
}
