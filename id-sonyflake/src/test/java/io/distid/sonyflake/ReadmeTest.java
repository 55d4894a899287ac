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
        return "| " + name + " | " + value + " | " + allowed(key) + " | " + key.help() + " |";
    }

    /** Without the examples of a duration, which id-api's README has once. */
    private static String allowed(ConfigKey key) {
        return key.allowed().replaceFirst(", such as 500ms.*", "");
    }
}
