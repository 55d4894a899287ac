package io.distid.redis;

import io.distid.coordination.TokenStore;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** {@code redis} as a store of tokens: one hash for each token. Stateless: safe for use by any number of threads. */
public final class RedisTokenStoreProvider implements TokenStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisTokenStoreProvider() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String summary() {
        return "tokens in Redis; what it loses in a failover or a crash can be used again";
    }

    @Override
    public String server() {
        return "redis";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                RedisKeys.prefix("distid:token", "the hash of a token is {prefix}:{its SHA-256}"),
                RedisKeys.DURABILITY);
    }

    @Override
    public TokenStore open(IdConfig config) {
        return new RedisTokenStore(RedisWorkerIdsProvider.connect(config, "tokens"), config.text("prefix"));
    }
}
