package io.distid.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SqlReadmeTest {
    private static final String POOL_SIZE = "pool-size";

    /** A key that most of them have alike is in the last table, and so is the size of the pool; the others in that of their provider. */
    @Test
    void tablesOfKeysAreThoseOfTheProviders() throws Exception {
        List<ConfigKey> keys = Product.PROVIDERS.stream()
                .flatMap(provider -> provider.keys().stream())
                .toList();
        List<String> all = keys.stream()
                .filter(key -> !key.name().equals(POOL_SIZE))
                .map(key -> row(key, value(key)))
                .toList();
        List<ConfigKey> sizes =
                keys.stream().filter(key -> key.name().equals(POOL_SIZE)).toList();
        List<String> own = all.stream().filter(row -> !isOfMost(row, all)).toList();
        List<String> ofMost =
                all.stream().filter(row -> isOfMost(row, all)).distinct().toList();

        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| .*"))
                .toList();

        assertThat(rows.subList(0, own.size())).isEqualTo(own);
        assertThat(rows.subList(own.size(), rows.size()))
                .containsAll(ofMost)
                .contains(row(
                        sizes.get(0),
                        sizes.stream()
                                .map(SqlReadmeTest::value)
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(", "))))
                .hasSize(ofMost.size() + 1);
    }

    private static boolean isOfMost(String row, List<String> all) {
        return all.stream().filter(row::equals).count() > Product.PROVIDERS.size() / 2;
    }

    private static String value(ConfigKey key) {
        return key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
    }

    private static String row(ConfigKey key, String value) {
        return "| `" + key.name() + "` | " + value + " | " + key.help() + " |";
    }
}
