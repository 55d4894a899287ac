package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void tablesOfKeysAreTheProvidersLists() throws Exception {
        List<ConfigKey> lease = new ZooKeeperWorkerIdsProvider().keys();
        List<ConfigKey> leaf = new LeafSnowflakeWorkerIdsProvider().keys();
        List<ConfigKey> lock = new ZooKeeperLockStoreProvider().keys();
        Stream<ConfigKey> keys = Stream.of(
                        lease.stream().filter(key -> !leaf.contains(key)),
                        leaf.stream().filter(key -> !lease.contains(key)),
                        lock.stream().filter(key -> !lease.contains(key)),
                        lease.stream().filter(leaf::contains))
                .flatMap(part -> part);
        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| .*"))
                .toList();
        assertThat(rows).isEqualTo(keys.map(ReadmeTest::row).toList());
    }

    private static String row(ConfigKey key) {
        String byDefault = key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`";
        return "| `" + key.name() + "` | " + byDefault + " | " + key.help() + " |";
    }
}
