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
     * How {@code nextText} writes its ids where nobody asks for another form. Its generators write this one by themselves.
     *
     * @return the name of a {@link io.distid.text.TextForm}; {@code canonical} unless overridden
     */
    default String text() {
        return "canonical";
    }

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
