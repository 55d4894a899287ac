package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The README's tables are those of the code. */
class ReadmeTest {
    @Test
    void tableOfKeysIsTheProvidersList() throws IOException {
        assertThat(rows("## Settings"))
                .isEqualTo(new SnowflakeProvider()
                        .keys().stream().map(ReadmeTest::row).toList());
    }

    @Test
    void tableOfPresetsIsThatOfTheCode() throws IOException {
        assertThat(rows("## Presets"))
                .isEqualTo(Arrays.stream(SnowflakePreset.values())
                        .map(ReadmeTest::row)
                        .toList());
    }

    @Test
    void outputIsOfTheDefaultLayout() throws IOException {
        String output = Files.readString(Path.of("README.md"));
        SnowflakeLayout layout = SnowflakePreset.DISTID.layout();
        assertThat(output)
                .contains("382132675932090368, 382132675932090369, " + layout.decode(382132675932090368L))
                .contains(layout.firstIdAt(Instant.parse("2026-11-20T00:00:00Z")) + " to "
                        + layout.lastIdAt(Instant.parse("2026-11-20T23:59:59.999Z")));
    }

    private static List<String> rows(String heading) throws IOException {
        String section = Files.readString(Path.of("README.md"))
                .split("\n" + heading + "\n", -1)[1]
                .split("\n## ")[0];
        return section.lines().filter(line -> line.startsWith("| `")).toList();
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

    private static String row(SnowflakePreset preset) {
        SnowflakeLayout layout = preset.layout();
        return "| `" + preset.name().toLowerCase(Locale.ROOT) + "` | "
                + layout.epoch().toEpochMilli() + " (" + layout.epoch() + ") | "
                + layout.timeBits() + " / " + layout.datacenterBits() + " / " + layout.workerBits() + " / "
                + layout.sequenceBits() + " | "
                + layout.format().endOfLife().atOffset(ZoneOffset.UTC).toLocalDate() + " |";
    }
}
