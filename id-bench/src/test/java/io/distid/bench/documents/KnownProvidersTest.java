package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whoever misses a module is told its name: the list that messages are made of has each provider that other modules have. */
class KnownProvidersTest {
    private static final List<Class<? extends Provider>> KINDS = List.of(
            IdGeneratorProvider.class,
            WorkerIdsProvider.class,
            SegmentStoreProvider.class,
            LockStoreProvider.class,
            TokenStoreProvider.class);

    @Test
    void eachProviderIsKnownWithItsModule() throws IOException {
        Set<String> expected = new TreeSet<>();
        for (Class<? extends Provider> kind : KINDS) {
            for (Provider provider : Providers.all(kind)) {
                String type = provider.getClass().getName();
                String place = provider.getClass()
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath();
                for (String module : place.split("/")) {
                    if (module.startsWith("id-")
                            && !module.equals("id-api")
                            && !module.contains("bench")
                            && !module.endsWith(".jar")) {
                        expected.add(kind.getSimpleName() + " " + provider.name() + " " + module + " " + type);
                    }
                }
            }
        }
        String source = Files.readString(Path.of("../id-api/src/main/java/io/distid/spi/KnownProviders.java"));
        Set<String> known = new TreeSet<>();
        source.lines()
                .map(String::strip)
                .filter(line -> line.matches("[A-Z]\\w+Provider [a-z0-9-]+ id-[a-z-]+ io\\.distid\\..*"))
                .forEach(known::add);
        assertThat(known).containsAll(expected).hasSizeGreaterThan(20);
        assertThat(expected).isNotEmpty();
    }
}
