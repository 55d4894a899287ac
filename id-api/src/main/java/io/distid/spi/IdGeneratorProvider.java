package io.distid.spi;

import io.distid.IdGenerator;
import io.distid.IdKind;

/** Opens generators of one strategy. Safe for use by any number of threads, as each {@link Provider} is. */
public interface IdGeneratorProvider extends Provider {

    /**
     * What its ids are.
     *
     * @return known without opening it
     */
    IdKind kind();

    /**
     * Opens a generator. The keys of texts ({@code text}, {@code text-prefix}, {@code text-date}) are no concern of a provider: whoever
     * opens strategies by name applies them to all alike.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return of {@link #kind()}, ready for use
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    IdGenerator open(IdConfig config);
}
