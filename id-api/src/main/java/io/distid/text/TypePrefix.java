package io.distid.text;

import io.distid.spi.IdConfig;
import java.nio.charset.StandardCharsets;

/** The type in front of a TypeID, with the underscore behind it. */
final class TypePrefix {
    static final String PATTERN = "([a-z]([a-z_]{0,61}[a-z])?)?";
    static final String FORM = "1 to 63 lower-case letters and underscores, and an underscore neither first nor last";

    private TypePrefix() {}

    /**
     * The value of {@code text-prefix}, or an empty text.
     *
     * @throws io.distid.ConfigException if it has another form
     */
    static String of(IdConfig config) {
        String type = config.has("text-prefix") ? config.text("text-prefix") : "";
        if (!type.matches(PATTERN)) {
            throw config.invalid("text-prefix", FORM);
        }
        return type;
    }

    /**
     * The type and the underscore before the id.
     *
     * @param type empty for none
     * @throws IllegalArgumentException if the type has another form
     */
    static Decorations decorations(String type) {
        if (!type.matches(PATTERN)) {
            throw new IllegalArgumentException("prefix is \"" + type + "\": must be " + FORM);
        }
        if (type.isEmpty()) {
            return Decorations.NONE;
        }
        String text = type + "_";
        return Decorations.NONE.with(new Prefix(text, text.getBytes(StandardCharsets.ISO_8859_1)), 0);
    }
}
