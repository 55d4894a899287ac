package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void tableOfKeysIsTheProvidersList() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        int from = readme.indexOf("\n| key |");
        List<String> rows = readme.substring(from, readme.indexOf("\n\n", from))
                .strip()
                .lines()
                .skip(2)
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(new SonyflakeProvider()
                        .keys().stream().map(ReadmeTest::row).toList());
    }

    private static String row(ConfigKey key) {
        String name = "`" + key.name() + "`" + (key.nested() ? ", `" + key.name() + ".*`" : "");
        String value = key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
        return "| " + name + " | " + value + " | " + help(key) + " |";
    }

    /** What a key is and allows. Ranges, whose forms id-api's README has, are in the messages and in the output of {@code describe}. */
    private static String help(ConfigKey key) {
        String allowed = key.allowed();
        return allowed.matches("a text|(a duration|an integer|an instant) .*")
                ? key.help()
                : key.help() + ". Allowed: " + allowed.replaceFirst("^one of ", "");
    }
}
