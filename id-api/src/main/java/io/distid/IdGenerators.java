package io.distid;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.text.TextConfig;
import java.util.List;
import java.util.Map;

/**
 * Opens strategies by name, so that an operator can change one without a rebuild.
 *
 * <p>Strategies are found by {@link java.util.ServiceLoader}, as {@link Providers} says. Any number of them coexist. Two strategies of one name are
 * an error that names both. An unknown name is an error that lists the strategies found. A strategy that cannot be loaded is logged and skipped,
 * unless it may be the requested strategy.
 *
 * <p>Settings are looked up in this order: what the caller passes, system property {@code distid.<strategy>.<key>},
 * environment {@code DISTID_<STRATEGY>_<KEY>} ({@code -} and {@code .} as {@code _}), the key's default. Stateless: safe for use
 * by any number of threads.
 */
public final class IdGenerators {
    private IdGenerators() {}

    /**
     * Opens a strategy with the settings of the environment and the defaults.
     *
     * @param strategy its name, such as {@code uuid-v7}
     * @throws ConfigException if the name is unknown or a setting is wrong
     * @throws IdException if it cannot be made ready
     */
    public static IdGenerator open(String strategy) {
        return open(strategy, Map.of());
    }

    /**
     * Opens a strategy.
     *
     * @param strategy its name, such as {@code snowflake}
     * @param config its settings; they win over system properties and the environment
     * @throws ConfigException if the name or a key is unknown, or a value is missing, malformed or out of range
     * @throws IdException if it cannot be made ready, say because its store does not answer
     */
    public static IdGenerator open(String strategy, Map<String, String> config) {
        return TextConfig.open(Providers.find(IdGeneratorProvider.class, strategy), config);
    }

    /**
     * Opens a strategy whose ids are 63 bits, with the settings of the environment and the defaults.
     *
     * @throws ConfigException as {@link #open(String)}, and if the strategy's ids are UUIDs
     * @throws IdException if it cannot be made ready
     */
    public static LongIdGenerator openLong(String strategy) {
        return openLong(strategy, Map.of());
    }

    /**
     * Opens a strategy whose ids are 63 bits. A strategy whose ids are UUIDs is refused before it is opened.
     *
     * @throws ConfigException as {@link #open(String, Map)}, and if the strategy's ids are UUIDs
     * @throws IdException if it cannot be made ready
     */
    public static LongIdGenerator openLong(String strategy, Map<String, String> config) {
        return (LongIdGenerator) TextConfig.open(find(strategy, IdKind.LONG), config);
    }

    /**
     * Opens a strategy whose ids are UUIDs, with the settings of the environment and the defaults.
     *
     * @throws ConfigException as {@link #open(String)}, and if the strategy's ids are 63 bits
     * @throws IdException if it cannot be made ready
     */
    public static UuidGenerator openUuid(String strategy) {
        return openUuid(strategy, Map.of());
    }

    /**
     * Opens a strategy whose ids are UUIDs. A strategy whose ids are 63 bits is refused before it is opened.
     *
     * @throws ConfigException as {@link #open(String, Map)}, and if the strategy's ids are 63 bits
     * @throws IdException if it cannot be made ready
     */
    public static UuidGenerator openUuid(String strategy, Map<String, String> config) {
        return (UuidGenerator) TextConfig.open(find(strategy, IdKind.UUID), config);
    }

    /**
     * All keys that a strategy can be opened with: its own, and those of the text, which all strategies have.
     *
     * @param provider of the strategy
     * @return in the order they should be read
     */
    public static List<ConfigKey> keys(IdGeneratorProvider provider) {
        return TextConfig.keys(provider);
    }

    private static IdGeneratorProvider find(String strategy, IdKind kind) {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        if (provider.kind() != kind) {
            throw new ConfigException("strategy " + strategy
                    + (kind == IdKind.LONG
                            ? " makes UUIDs, not 63-bit ids: open it with openUuid"
                            : " makes 63-bit ids, not UUIDs: open it with openLong"));
        }
        return provider;
    }

    /**
     * The strategies on the class path.
     *
     * @return their providers, sorted by name
     * @throws ConfigException if two have one name
     */
    public static List<IdGeneratorProvider> providers() {
        return Providers.all(IdGeneratorProvider.class);
    }
}
