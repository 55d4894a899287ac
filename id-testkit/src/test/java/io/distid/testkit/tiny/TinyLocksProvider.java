package io.distid.testkit.tiny;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** Locks on a tiny server. */
public final class TinyLocksProvider implements LockStoreProvider {

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        GRANTS_TWICE,
        FENCE_STAYS,
        FENCE_FROM_ONE,
        LEASES_HALF,
        ANYBODY_EXTENDS,
        COPIES_EXTEND,
        IGNORES_NUMBERS,
        KEEPS_TOKENS,
        EXTENDS_WHAT_IS_FREE,
        EXTENDS_IN_WORDS,
        ANYBODY_FREES,
        COPIES_FREE,
        FORGETS_WHO_FREED
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String summary() {
        return "locks on a tiny server";
    }

    @Override
    public List<ConfigKey> keys() {
        return TinyClient.keys(Defect.values());
    }

    @Override
    public LockStore open(IdConfig config) {
        return new TinyLocks(TinyClient.open(config), Defect.valueOf(config.text("defect")));
    }
}
