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
 * A provider that settings concern, and what its keys are called among them: those of the strategy by their own names, those of a
 * provider that {@code worker} names as {@code worker.*}.
 */
record ProviderScope(String prefix, Provider provider, List<ConfigKey> keys) {

    static ProviderScope of(IdGeneratorProvider strategy) {
        return new ProviderScope("", strategy, IdGenerators.keys(strategy));
    }

    /** Whether a key is of something that the provider opens itself: the strategy of tokens, say. */
    boolean isPassedOn(String key) {
        return !(provider instanceof IdGeneratorProvider)
                && keys.stream().anyMatch(each -> each.nested() && key.startsWith(each.name() + "."));
    }

    /** The key below which the application names the provider. */
    String nameKey() {
        return provider instanceof IdGeneratorProvider ? DistidProperties.STRATEGY : DistidProperties.STORE;
    }

    /** What keys begin with where the SPI looks for those it is not passed. */
    String outside() {
        return provider.level().isEmpty() ? provider.name() : provider.level() + "." + provider.name();
    }

    /** The providers that a key's value may name. */
    static List<? extends Provider> named(String key) {
        // A key tells that it names a provider, but not of which port: by convention, stores are at "store".
        return key.equals("store") ? Providers.all(SegmentStoreProvider.class) : Providers.all(WorkerIdsProvider.class);
    }

    /**
     * The strategy, and the providers that its keys name. A name that no provider has is passed over: opening tells of it.
     *
     * @param value what a key is set to, or null; its default then counts
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

    /** As Spring compares names: {@code max-lead}, {@code maxLead}, {@code max_lead} and, of the environment, {@code maxlead} are one. */
    static String relaxed(String key) {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
