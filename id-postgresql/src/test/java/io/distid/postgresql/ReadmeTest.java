package io.distid.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import io.distid.spi.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void tablesOfKeysAreThoseOfTheProviders() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        List<Provider> providers = List.of(
                new PostgreSqlSequenceProvider(),
                new PostgreSqlSegmentStoreProvider(),
                new PostgreSqlWorkerIdsProvider(),
                new PostgreSqlLockStoreProvider(),
                new PostgreSqlTokenStoreProvider());
        for (Provider provider : providers) {
            String table = provider.keys().stream().map(ReadmeTest::row).collect(Collectors.joining());
            assertThat(readme).as(provider.getClass().getSimpleName()).contains("|---|---|---|\n" + table + "\n");
        }
    }

    private static String row(ConfigKey key) {
        String value = key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.name() + "` | " + value + " | " + key.help() + " |\n";
    }
}
