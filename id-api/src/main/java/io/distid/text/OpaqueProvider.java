package io.distid.text;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;

/** The form {@code opaque}: {@link LongText#opaque} and {@link UuidText#opaque}. Stateless: safe for use by any number of threads. */
public final class OpaqueProvider implements TextFormProvider {
    private static final String KEY = "text-key";
    private static final String KEYS = "text-keys";

    /** Made by {@link java.util.ServiceLoader}. */
    public OpaqueProvider() {}

    @Override
    public String name() {
        return OpaqueCodec.NAME;
    }

    @Override
    public String summary() {
        return "one block of AES in 26 characters, unreadable without the key";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.secret(KEY, SecretKeyText.FORM + ", or file: and the name of a file that holds them")
                        .onlyWith("text=opaque"),
                ConfigKey.secret(
                                KEYS,
                                "several keys with commas, in place of text-key: the first writes, all read; for"
                                        + " 63-bit ids")
                        .onlyWith("text=opaque"));
    }

    @Override
    public LongText longs(IdConfig config) {
        LongText text = LongText.opaque(keys(config));
        return config.has("text-prefix") ? text.prefixed(config.text("text-prefix")) : text;
    }

    @Override
    public UuidText uuids(IdConfig config) {
        if (config.has(KEYS)) {
            throw config.invalid(KEYS, "left out for UUIDs, since a text does not show which key made it: set " + KEY);
        }
        UuidText text = UuidText.opaque(
                SecretKeyText.read(config, KEY, config.secret(KEY).reveal()));
        return config.has("text-prefix") ? text.prefixed(config.text("text-prefix")) : text;
    }

    private static List<byte[]> keys(IdConfig config) {
        if (!config.has(KEYS)) {
            return List.of(SecretKeyText.read(config, KEY, config.secret(KEY).reveal()));
        }
        if (config.has(KEY)) {
            throw config.invalid(KEYS, "left out beside " + KEY + ": set one of them");
        }
        List<byte[]> keys = new ArrayList<>();
        for (String each : config.secret(KEYS).reveal().split(",", -1)) {
            keys.add(SecretKeyText.read(config, KEYS, each));
        }
        return keys;
    }
}
