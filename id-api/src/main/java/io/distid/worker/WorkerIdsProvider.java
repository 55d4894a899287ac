package io.distid.worker;

import io.distid.ConfigException;
import io.distid.internal.Port;
import io.distid.spi.IdConfig;
import io.distid.spi.Provider;
import io.distid.spi.RecordStore;

/** Opens one source of worker ids. Safe for use by any number of threads, as each {@link Provider} is. */
@Port(noun = "source of worker ids")
public interface WorkerIdsProvider extends Provider {

    /**
     * Opens the source.
     *
     * @param config the settings, checked against {@link #keys()}
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    WorkerIds open(IdConfig config);

    /**
     * Whether its leases keep a bound, as {@link WorkerIds#isDurable()} says once it is open.
     *
     * @return false if uniqueness across restarts rests on the clock
     */
    default boolean durable() {
        return false;
    }

    /**
     * Whether each node must name a file that keeps its worker id.
     *
     * @return false if no file is needed
     */
    default boolean needsFile() {
        return false;
    }

    /**
     * Opens the source's records of leases, for tools.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return its records, to be closed by the caller
     * @throws io.distid.ConfigException if the source keeps no such records, or the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    default RecordStore records(IdConfig config) {
        throw new ConfigException("source of worker ids \"" + name() + "\" keeps no records of leases");
    }

    @Override
    default String level() {
        return "worker";
    }
}
