package io.distid.coordination;

import io.distid.internal.Port;
import io.distid.spi.IdConfig;
import io.distid.spi.Provider;

/** Opens one kind of {@link LockStore}. Safe for use by any number of threads, as each {@link Provider} is. */
@Port(noun = "lock store")
public interface LockStoreProvider extends Provider {

    /**
     * Opens the store.
     *
     * @param config the settings, checked against {@link #keys()}
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    LockStore open(IdConfig config);

    @Override
    default String level() {
        return "lock";
    }
}
