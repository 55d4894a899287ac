package io.distid.testkit.tiny;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;

/** Keys and values as one word. */
final class TinyText {
    private TinyText() {}

    static String of(Properties data) {
        try {
            StringWriter text = new StringWriter();
            data.store(text, null);
            return Base64.getEncoder().encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Properties read(String word) {
        try {
            Properties data = new Properties();
            data.load(new StringReader(new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8)));
            return data;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
