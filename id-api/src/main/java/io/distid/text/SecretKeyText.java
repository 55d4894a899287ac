package io.distid.text;

import io.distid.spi.IdConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;

/** An AES key in settings. No message shows it. */
final class SecretKeyText {
    static final String FORM = "a key of 32 or 64 hexadecimal digits";

    private static final String FILE = "file:";
    private static final String DIGITS = "([0-9a-fA-F]{32}){1,2}";

    private SecretKeyText() {}

    /**
     * The bytes of a key.
     *
     * @param text the key, or {@code file:} and the name of the file that holds it
     * @return 16 or 32 bytes
     * @throws io.distid.ConfigException if the text is no key, or the file cannot be read
     */
    static byte[] read(IdConfig config, String setting, String text) {
        String given = text.strip();
        boolean inFile = given.startsWith(FILE);
        String digits = inFile ? content(config, setting, given.substring(FILE.length())) : given;
        if (!digits.matches(DIGITS)) {
            throw config.invalid(
                    setting,
                    FORM + (inFile ? ", and its file holds something else" : ", or file: and the name of a file"));
        }
        return HexFormat.of().parseHex(digits);
    }

    private static String content(IdConfig config, String setting, String name) {
        try {
            return Files.readString(Path.of(name), StandardCharsets.ISO_8859_1).strip();
        } catch (IOException | InvalidPathException e) {
            // Somebody may write the key itself after "file:", so messages do not show the name.
            throw config.invalid(
                    setting,
                    "file: and the name of a file that can be read: "
                            + e.getClass().getSimpleName());
        }
    }
}
