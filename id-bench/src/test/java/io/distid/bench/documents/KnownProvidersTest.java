package io.distid.bench.documents;

import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.io.IOException;
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
        Set<String> known = new TreeSet<>();
        for (Class<? extends Provider> kind : KINDS) {
            for (Provider provider : Providers.all(kind)) {
                Modules.of(provider.getClass())
                        .filter(module -> !module.equals("id-api"))
                        .ifPresent(module -> known.add("            " + kind.getSimpleName() + " " + provider.name()
                                + " " + module + " " + provider.getClass().getName() + "\n"));
            }
        }

        WrittenPart table = WrittenPart.of(
                "id-api/src/main/java/io/distid/spi/KnownProviders.java", "TABLE = \"\"\"\n", "            \"\"\";");
        // Those of forms of texts are not on the lab's class path.
        table.current()
                .lines()
                .filter(line -> line.contains(" TextFormProvider "))
                .forEach(line -> known.add(line + "\n"));
        table.shouldBe(String.join("", known));
    }
}
