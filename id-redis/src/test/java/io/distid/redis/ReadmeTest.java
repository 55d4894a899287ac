package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import io.distid.spi.Provider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final List<Provider> PROVIDERS = List.of(
            new RedisIncrProvider(),
            new RedisSegmentStoreProvider(),
            new RedisWorkerIdsProvider(),
            new RedisSetWorkerIdsProvider(),
            new RedisLockStoreProvider(),
            new RedisTokenStoreProvider());

    /** Keys of one provider come first, then what several have alike, then the connection. */
    @Test
    void tablesOfKeysAreTheProvidersLists() throws Exception {
        List<String> all = PROVIDERS.stream()
                .flatMap(provider -> provider.keys().stream())
                .filter(key -> !RedisKeys.CONNECTION.contains(key))
                .map(ReadmeTest::row)
                .toList();
        Predicate<String> isOfSeveral = row -> Collections.frequency(all, row) > 1;
        Stream<String> expected = Stream.of(
                        all.stream().filter(isOfSeveral.negate()),
                        all.stream().filter(isOfSeveral).distinct(),
                        RedisKeys.CONNECTION.stream().map(ReadmeTest::row))
                .flatMap(part -> part);

        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\|.*"))
                .toList();

        assertThat(rows).isEqualTo(expected.toList());
    }

    private static String row(ConfigKey key) {
        String byDefault = key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.name() + "` | " + byDefault + " | " + key.help() + " |";
    }
}
