package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The application's settings, as written. It may hold passwords, so it is not a bean: no endpoint shows it.
 *
 * @param generators Generators by name: each has a strategy, and that strategy's own keys.
 * @param ownPool Whether a generator whose database is the application's has a small pool of its own beside the application's.
 * @param locks The store of the application's locks, and its keys.
 * @param tokens The store of the application's idempotency tokens, and its keys.
 * @param mybatis Which generators the ids of entities come from that MyBatis-Plus inserts.
 */
@ConfigurationProperties("distid")
record DistidProperties(
        Map<String, Map<String, String>> generators,
        boolean ownPool,
        MyBatis mybatis,
        Map<String, String> locks,
        Map<String, String> tokens) {
    static final String GENERATORS = "distid.generators";
    static final String STRATEGY = "strategy";
    static final String STORE = "store";
    static final String LOCKS = "distid.locks";
    static final String TOKENS = "distid.tokens";

    DistidProperties {
        generators = generators == null ? Map.of() : new TreeMap<>(generators);
        locks = locks == null ? Map.of() : new TreeMap<>(locks);
        tokens = tokens == null ? Map.of() : new TreeMap<>(tokens);
        mybatis = mybatis == null ? new MyBatis(null, null) : mybatis;
    }

    /**
     * Generators of entities that MyBatis-Plus inserts.
     *
     * @param generator Name of the generator of all entities whose table has none of its own.
     * @param tables Names of generators by table, as MyBatis-Plus writes it into statements; case does not count.
     */
    record MyBatis(@Nullable String generator, @Nullable Map<String, String> tables) {
        static final String GENERATOR = "distid.mybatis.generator";

        MyBatis {
            tables = tables == null ? Map.of() : new TreeMap<>(tables);
        }

        boolean isEmpty() {
            return generator == null && tables.isEmpty();
        }
    }

    /**
     * Reads what is set.
     *
     * @throws ConfigException if a group of properties is misspelt, a name of a generator is not allowed, or two names are the same to Spring
     */
    static DistidProperties of(Environment environment) {
        PropertyGroups.refuseMisspelt(environment);
        // Checked before they are bound: binding may fail on the names that Spring makes of them.
        GeneratorNames.refuseChanged(environment);
        DistidProperties written = Binder.get(environment).bindOrCreate("distid", DistidProperties.class);
        GeneratorNames.require(written.generators.keySet(), environment);
        return new DistidProperties(
                RelaxedNames.merged(written.generators, environment),
                written.ownPool,
                written.mybatis,
                written.locks,
                written.tokens);
    }

    /**
     * The strategy of a generator.
     *
     * @throws ConfigException if no strategy is set, or none has that name
     */
    IdGeneratorProvider strategy(String generator) {
        Map<String, String> written = generators.getOrDefault(generator, Map.of());
        String strategy = written.get(STRATEGY);
        if (strategy == null || strategy.isBlank()) {
            List<IdGeneratorProvider> all = Providers.all(IdGeneratorProvider.class);
            String unknown = written.keySet().stream()
                    .filter(key -> !key.equals(STRATEGY) && all.stream().noneMatch(each -> has(each, key)))
                    .map(key -> "\"" + key + "\"")
                    .collect(Collectors.joining(", "));
            throw new ConfigException(GeneratorNames.settings(generator) + ": key \"" + STRATEGY + "\" is not set"
                    + (unknown.isEmpty() ? "" : " (no strategy has " + unknown + ", which is)")
                    + ": must be one of "
                    + all.stream().map(Provider::name).collect(Collectors.joining(", ")));
        }
        try {
            return Providers.find(IdGeneratorProvider.class, strategy);
        } catch (ConfigException e) {
            // Asked before anything is opened.
            e.addSuppressed(new OpeningFailure(generator));
            throw e;
        }
    }

    /** Whether a strategy has a key, or the key above it. */
    private static boolean has(IdGeneratorProvider strategy, String key) {
        String relaxed = ProviderScope.relaxed(key.split("\\.", 2)[0]);
        return ProviderScope.of(strategy).keys().stream()
                .anyMatch(each -> ProviderScope.relaxed(each.name()).equals(relaxed));
    }
}
