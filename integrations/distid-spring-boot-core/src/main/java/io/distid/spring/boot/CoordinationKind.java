package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.Providers;
import java.util.Map;

/**
 * The parts of id-coordination that an application can have. Its classes are loaded only when a method needs them.
 * Immutable.
 */
enum CoordinationKind {
    LOCKS("distidLocks", DistidProperties.LOCKS),
    TOKENS("distidTokens", DistidProperties.TOKENS);

    private final String bean;
    private final String settings;

    CoordinationKind(String bean, String settings) {
        this.bean = bean;
        this.settings = settings;
    }

    /** The name of the bean. */
    String bean() {
        return bean;
    }

    /** The prefix of its properties, without a dot. */
    String settings() {
        return settings;
    }

    /** The application's properties below that prefix. */
    Map<String, String> written(DistidProperties properties) {
        return this == LOCKS ? properties.locks() : properties.tokens();
    }

    /**
     * The named store, with all keys.
     *
     * @throws ConfigException if there is no such store
     */
    ProviderScope scope(DistidProperties properties) {
        String store = written(properties).getOrDefault(DistidProperties.STORE, "");
        try {
            if (this == LOCKS) {
                LockStoreProvider provider = Providers.find(LockStoreProvider.class, store);
                return new ProviderScope("", provider, FencedLocks.keys(provider));
            }
            TokenStoreProvider provider = Providers.find(TokenStoreProvider.class, store);
            return new ProviderScope("", provider, IdempotencyTokens.keys(provider));
        } catch (ConfigException e) {
            // A detector calls this before anything is opened, so mark the error here, too.
            e.addSuppressed(new OpeningFailure(this));
            throw e;
        }
    }

    boolean isInApplicationsDatabase(DistidProperties properties) {
        return GeneratorSettings.isInApplicationsDatabase(scope(properties), written(properties));
    }
}
