package io.distid.spi;

/** Opens one source of worker ids. */
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
}
