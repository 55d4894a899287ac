package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import io.distid.spi.Provider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void tablesOfKeysAreTheProvidersLists() throws Exception {
        List<ConfigKey> keys = new ArrayList<>();
        for (Provider provider :
                List.of(new EtcdWorkerIdsProvider(), new EtcdSegmentStoreProvider(), new EtcdLockStoreProvider())) {
            provider.keys().stream()
                    .filter(key -> !EtcdKeys.CONNECTION.contains(key))
                    .forEach(keys::add);
        }
        keys.addAll(EtcdKeys.CONNECTION);
        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| .*"))
                .toList();
        assertThat(rows).isEqualTo(keys.stream().map(ReadmeTest::row).toList());
    }

    private static String row(ConfigKey key) {
        String byDefault = key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.name() + "` | " + byDefault + " | " + key.help() + " |";
    }
}
