package io.distid.spi;

import io.distid.IdGenerator;

/** Opens generators of one strategy. */
public interface IdGeneratorProvider extends Provider {

    /**
     * Opens a generator.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return ready for use
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    IdGenerator open(IdConfig config);
}
