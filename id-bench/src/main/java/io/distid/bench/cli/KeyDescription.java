package io.distid.bench.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.distid.IdGenerators;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The JSON of a key. */
record KeyDescription(
        String name,
        String type,
        String allowed,
        @JsonProperty("default") @Nullable String defaultValue,
        String help,
        List<Nested> providers) {

    record Nested(String name, String summary, List<KeyDescription> keys) {}

    /** A provider's keys, and the keys of the providers that they name. */
    static List<KeyDescription> of(Provider provider) {
        return keys(provider, "");
    }

    private static List<KeyDescription> keys(Provider provider, String prefix) {
        List<ConfigKey> keys =
                provider instanceof IdGeneratorProvider strategy ? IdGenerators.keys(strategy) : provider.keys();
        return keys.stream().map(key -> of(key, prefix)).toList();
    }

    private static KeyDescription of(ConfigKey key, String prefix) {
        // The provider of a port may not name another provider, so the recursion ends.
        List<Nested> nested = key.nested() && prefix.isEmpty() ? nested(key.name()) : List.of();
        String names = nested.stream().map(Nested::name).collect(Collectors.joining(", "));
        return new KeyDescription(
                prefix + key.name(),
                key.type().name().toLowerCase(Locale.ROOT),
                nested.isEmpty() ? key.allowed() : "one of " + names,
                key.defaultValue(),
                key.help(),
                nested);
    }

    private static List<Nested> nested(String key) {
        // A key does not say what kind of provider it names. By convention, "store" names a store.
        Class<? extends Provider> port = key.equals("store") ? SegmentStoreProvider.class : WorkerIdsProvider.class;
        return Providers.all(port).stream()
                .map(provider -> new Nested(provider.name(), provider.summary(), keys(provider, key + ".")))
                .toList();
    }
}
