package io.distid.spi;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import org.jspecify.annotations.Nullable;

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
     * What a generator with these settings would claim. What only a server can tell, such as that it is one of several, is not in it.
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
     * @return null if ids say nothing but their number
     * @throws io.distid.ConfigException if the settings do not fit together
     */
    default @Nullable LayoutReader reader(IdConfig config) {
        return null;
    }

    /**
     * The kind of server that a generator with these settings has to reach.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return as {@link #server()}, of itself or of the provider that the settings name; null for none
     */
    default @Nullable String server(IdConfig config) {
        return server();
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
