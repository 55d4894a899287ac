package io.distid.spi;

import io.distid.internal.Port;

/** Opens one kind of segment store. Safe for use by any number of threads, as each {@link Provider} is. */
@Port(noun = "segment store")
public interface SegmentStoreProvider extends Provider {

    /**
     * Opens the store.
     *
     * @param config the settings, checked against {@link #keys()}
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    SegmentStore open(IdConfig config);

    @Override
    default String level() {
        return "store";
    }
}
