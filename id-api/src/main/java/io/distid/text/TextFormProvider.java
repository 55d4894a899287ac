package io.distid.text;

import io.distid.ConfigException;
import io.distid.internal.Port;
import io.distid.spi.IdConfig;
import io.distid.spi.Provider;

/**
 * Makes a form that {@code text} names besides those of {@link TextForm}, because it has settings of its own. {@link java.util.ServiceLoader} finds
 * it.
 *
 * <p>Its {@linkplain #keys() keys} stand beside those of the strategy, so each name begins with {@code text-}. Give each key {@link
 * io.distid.spi.ConfigKey#onlyWith onlyWith("text=" + name)}. The form also handles {@code text-prefix}. A form without a rule for it returns its
 * text {@linkplain LongText#prefixed prefixed}. The key {@code text-date} is refused with these forms. Mostly stateless; safe for use by any number
 * of threads.
 */
@Port(noun = "text form")
public interface TextFormProvider extends Provider {

    /**
     * The form of 63-bit ids.
     *
     * @param config has the form's keys, {@code text-prefix} and the strategy's
     * @return writes and reads ids
     * @throws ConfigException if a setting does not fit, or the form has UUIDs only
     */
    LongText longs(IdConfig config);

    /**
     * The form of UUIDs.
     *
     * @param config as of {@link #longs}
     * @return writes and reads UUIDs
     * @throws ConfigException if a setting does not fit, or the form has 63-bit ids only
     */
    UuidText uuids(IdConfig config);

    /**
     * Whether texts of two ids may differ only in the case of a letter, as in {@link TextForm#isCaseSensitive()}.
     *
     * @param config as of {@link #longs}
     * @return false by default
     */
    default boolean isCaseSensitive(IdConfig config) {
        return false;
    }
}
