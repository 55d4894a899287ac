package io.distid.spi;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import org.jspecify.annotations.Nullable;

/** Opens generators of one strategy. Safe for use by any number of threads, as each {@link Provider} is. */
public interface IdGeneratorProvider extends Provider {

    /**
     * The kind of its ids.
     *
     * @return known without opening it
     */
    IdKind kind();

    /**
     * The form of {@code nextText} unless the settings choose another. Its generators write this form by themselves.
     *
     * @return the name of a {@link io.distid.text.TextForm}; {@code canonical} unless overridden
     */
    default String text() {
        return "canonical";
    }

    /**
     * The traits of a generator with these settings, without facts that only a server knows, such as whether it is one of several.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return as {@link IdGenerator#traits()} of the open generator, or with fewer notes; null if that is not known before it is open
     * @throws io.distid.ConfigException if the settings do not fit together
     */
    default @Nullable IdTraits traits(IdConfig config) {
        return null;
    }

    /**
     * Reads ids that were made with these settings.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return null if ids contain nothing but their number
     * @throws io.distid.ConfigException if the settings do not fit together
     */
    default @Nullable LayoutReader reader(IdConfig config) {
        return null;
    }

    /**
     * The kind of server that a generator with these settings has to reach.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return {@link #server()} of this provider or of the provider that the settings name; null for none
     */
    default @Nullable String server(IdConfig config) {
        return server();
    }

    /**
     * Opens a generator. A provider ignores the keys of texts ({@code text}, {@code text-prefix}, {@code text-date}): {@link io.distid.IdGenerators}
     * applies them to all strategies alike.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return of {@link #kind()}, ready for use
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    IdGenerator open(IdConfig config);
}
