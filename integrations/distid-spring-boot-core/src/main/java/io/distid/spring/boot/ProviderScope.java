package io.distid.spring.boot;

import io.distid.IdGenerators;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A provider and the names of its keys among the settings. The strategy's keys have their own names. The keys of a
 * provider that {@code worker} names are {@code worker.*}.
 */
record ProviderScope(String prefix, Provider provider, List<ConfigKey> keys) {

    static ProviderScope of(IdGeneratorProvider strategy) {
        return new ProviderScope("", strategy, IdGenerators.keys(strategy));
    }

    /** Whether a key belongs to something that the provider opens itself, such as the strategy of tokens. */
    boolean isPassedOn(String key) {
        return !(provider instanceof IdGeneratorProvider)
                && keys.stream().anyMatch(each -> each.nested() && key.startsWith(each.name() + "."));
    }

    /** The key below which the application names the provider. */
    String nameKey() {
        return provider instanceof IdGeneratorProvider ? DistidProperties.STRATEGY : DistidProperties.STORE;
    }

    /** The prefix of keys outside the settings, where the SPI looks for those that it is not passed. */
    String outside() {
        return provider.level().isEmpty() ? provider.name() : provider.level() + "." + provider.name();
    }

    /** The providers that a key's value may name. */
    static List<? extends Provider> named(String key) {
        // A key does not say what kind of provider it names. By convention, "store" names a store.
        return key.equals("store") ? Providers.all(SegmentStoreProvider.class) : Providers.all(WorkerIdsProvider.class);
    }

    /**
     * The strategy, and the providers that its keys name. A name that no provider has is skipped: opening reports it.
     *
     * @param value the value of a key, or null for its default
     */
    static List<ProviderScope> all(IdGeneratorProvider strategy, Function<String, @Nullable String> value) {
        ProviderScope own = of(strategy);
        List<ProviderScope> scopes = new ArrayList<>(List.of(own));
        for (ConfigKey key : own.keys) {
            String set = value.apply(key.name());
            String name = set == null ? key.defaultValue() : set;
            if (key.nested() && name != null) {
                for (Provider provider : named(key.name())) {
                    if (provider.name().equals(name)) {
                        scopes.add(new ProviderScope(key.name() + ".", provider, provider.keys()));
                    }
                }
            }
        }
        return scopes;
    }

    boolean has(String key) {
        return keys.stream().anyMatch(each -> each.name().equals(key));
    }

    String fullName(String key) {
        return prefix + key;
    }

    /**
     * Normalizes a name as Spring does: {@code max-lead}, {@code maxLead}, {@code max_lead} and the environment's
     * {@code maxlead} are the same.
     */
    static String relaxed(String key) {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
