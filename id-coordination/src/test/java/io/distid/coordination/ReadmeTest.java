package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    @Test
    void tableOfKeysIsThatOfAllStores() throws Exception {
        List<String> keys = FencedLocks.keys(new NoKeys()).stream()
                .map(key -> "| `" + key.name() + "` | `" + key.defaultValue() + "` | " + key.help() + " |")
                .toList();
        assertThat(Files.readAllLines(Path.of("README.md"))).containsSubsequence(keys);
    }

    @Test
    void tableOfKeysIsThatOfAllTokenStores() throws Exception {
        List<String> keys = TokenSettings.KEYS.stream()
                .map(key -> "| `" + key.name() + "` | `" + key.defaultValue() + "` | " + key.help() + " |")
                .toList();
        assertThat(Files.readAllLines(Path.of("README.md"))).containsSubsequence(keys);
    }

    private static final class NoKeys implements LockStoreProvider {
        @Override
        public String name() {
            return "memory";
        }

        @Override
        public String summary() {
            return "in this process";
        }

        @Override
        public List<ConfigKey> keys() {
            return List.of();
        }

        @Override
        public LockStore open(IdConfig config) {
            return new MemoryLockStore();
        }
    }
}
