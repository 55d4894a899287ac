package io.distid.bench.decode;

import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.text.TextFormProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a text of a form with its own settings, such as the key of {@code text=opaque}. Stateless: safe for use by any
 * number of threads.
 */
public final class TextOfSettings {
    private TextOfSettings() {}

    /**
     * The number in decimal, or the UUID, of a text; the text itself if the settings have no such form. Settings of the
     * form are removed. Throws {@link io.distid.ConfigException} if one of them is wrong, and {@link
     * IllegalArgumentException} if the text is not of the form.
     */
    public static String plain(String text, String strategy, Map<String, String> settings) {
        String name = settings.get("text");
        Optional<TextFormProvider> form = Providers.all(TextFormProvider.class).stream()
                .filter(other -> other.name().equals(name))
                .findFirst();
        if (form.isEmpty()) {
            return text;
        }
        Map<String, String> ofText = new HashMap<>(settings);
        ofText.keySet().removeIf(key -> !key.equals("text") && !key.startsWith("text-"));
        settings.keySet().removeAll(ofText.keySet());
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        IdConfig config = IdConfig.of(provider, IdGenerators.keys(provider), ofText);
        return provider.kind() == IdKind.LONG
                ? String.valueOf(form.get().longs(config).decode(text))
                : form.get().uuids(config).decode(text).toString();
    }
}
