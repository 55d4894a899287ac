package io.distid.worker;

import io.distid.spi.IdConfig;
import io.distid.spi.Port;
import io.distid.spi.Provider;

/** Opens one source of worker ids. Safe for use by any number of threads, as each {@link Provider} is. */
@Port(noun = "source of worker ids")
public interface WorkerIdsProvider extends Provider {

    /**
     * Opens the source.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return ready for use
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    WorkerIds open(IdConfig config);

    /** {@inheritDoc} */
    @Override
    default String level() {
        return "worker";
    }
}
