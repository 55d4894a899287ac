package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/errors.md has each public exception, in the words of its Javadoc. Those of the lab end a command, whose message says it all. */
class ErrorsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern EXCEPTION =
            Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*public final class (\\w+Exception)\\b");
    private static final Pattern ENTRY = Pattern.compile("(?m)^### `(\\w+)`\n((?:(?!#).*\n?)*)");

    @Test
    void theReferenceAgreesWithTheJavadoc() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        for (Matcher entry = ENTRY.matcher(Page.of("docs", "errors.md").text()); entry.find(); ) {
            documented.put(entry.group(1), plain(entry.group(2).replace("`", "")));
        }

        assertThat(documented).hasSizeGreaterThanOrEqualTo(10).isEqualTo(javadocs());
        assertThat(documented.values())
                .allSatisfy(entry -> assertThat(entry).contains(" Now: ").contains(" To do: "));
    }

    private static Map<String, String> javadocs() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(ErrorsTest::mayBePublic).toList()) {
                Matcher type = EXCEPTION.matcher(Files.readString(file));
                if (type.find()) {
                    found.put(type.group(2), words(type.group(1)));
                }
            }
        }
        return found;
    }

    private static boolean mayBePublic(Path file) {
        String name = ROOT.relativize(file).toString().replace('\\', '/');
        return name.endsWith("Exception.java") && name.contains("/src/main/java/") && !name.startsWith("id-bench/");
    }

    /** A comment without its stars and its tags, and without whether it is immutable. */
    private static String words(String comment) {
        return plain(comment.replaceAll("(?m)^\\s*\\* ?", "")
                .replaceAll("\\s*<p>Immutable\\.\\s*$", "")
                .replace("<p>", "")
                .replaceAll("\\{@code\\s+([^}]*)}", "$1")
                .replaceAll("\\{@link\\s+(\\w+)}", "@$1"));
    }

    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
