package io.distid.bench.decode;

import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.text.TextFormProvider;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a text of a form with its own settings, such as the key of {@code text=opaque}. Stateless: safe for use by any
 * number of threads.
 */
public final class TextOfSettings {
    private TextOfSettings() {}

    /**
     * Finds the id of a text.
     *
     * @param text the pasted text
     * @param strategy the strategy of the ids
     * @param settings settings with {@code text} and others of the form, which are removed
     * @return the number in decimal, or the UUID; the text itself if the settings have no such form
     * @throws io.distid.ConfigException if a setting is wrong
     * @throws IllegalArgumentException if the text is not of the form
     */
    public static String plain(String text, String strategy, Map<String, String> settings) {
        String form = settings.get("text");
        if (form == null
                || Providers.all(TextFormProvider.class).stream()
                        .noneMatch(other -> other.name().equals(form))) {
            return text;
        }
        Map<String, String> ofText = new HashMap<>();
        settings.forEach((key, value) -> {
            if (key.equals("text") || key.startsWith("text-")) {
                ofText.put(key, value);
            }
        });
        settings.keySet().removeAll(ofText.keySet());
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        IdConfig config = IdConfig.of(provider, IdGenerators.keys(provider), ofText);
        TextFormProvider provided = Providers.find(TextFormProvider.class, form);
        return provider.kind() == IdKind.LONG
                ? String.valueOf(provided.longs(config).decode(text))
                : provided.uuids(config).decode(text).toString();
    }
}
