package io.distid.spring.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Tells a native image what to keep, so that strategies, sources and stores are found by name. It keeps the lists of
 * services and the constructors of their providers.
 */
final class ProviderHints implements RuntimeHintsRegistrar {
    private static final List<String> SERVICES = List.of(
            "io.distid.spi.IdGeneratorProvider",
            "io.distid.worker.WorkerIdsProvider",
            "io.distid.spi.SegmentStoreProvider",
            "io.distid.text.TextFormProvider",
            "io.distid.coordination.LockStoreProvider",
            "io.distid.coordination.TokenStoreProvider");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        ClassLoader from = loader == null ? ProviderHints.class.getClassLoader() : loader;
        for (String service : SERVICES) {
            String file = "META-INF/services/" + service;
            hints.resources().registerPattern(file);
            try {
                for (URL url : Collections.list(from.getResources(file))) {
                    register(hints, url);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void register(RuntimeHints hints, URL services) throws IOException {
        try (var in = services.openStream()) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(name -> !name.isEmpty())
                    .forEach(name -> hints.reflection()
                            .registerType(TypeReference.of(name), MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS));
        }
    }
}
