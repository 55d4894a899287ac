package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Javadoc of each public type, of all modules, says whether threads may share it. */
class ThreadSafetyTest {
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public (?:[a-z-]+ )*(?:class|interface|record|enum|@interface) \\w+");

    private static final Pattern STATEMENT = Pattern.compile(
            "\\b(?:immutable|stateless|thread-safe|safe for use by|use by several threads|(?:by|for) one thread"
                    + "|by any thread|by all threads)",
            Pattern.CASE_INSENSITIVE);

    @Test
    void isStatedByEachPublicType() throws IOException {
        List<Path> sources = sources();
        List<Path> silent = new ArrayList<>();
        for (Path source : sources) {
            if (isSilent(Files.readString(source))) {
                silent.add(source);
            }
        }

        assertThat(sources).hasSizeGreaterThan(500);
        assertThat(silent).isEmpty();
    }

    @Test
    void silenceIsFound() {
        assertThat(isSilent("/** One id. */\n@FunctionalInterface\npublic interface Id {}\n"))
                .isTrue();
        assertThat(isSilent("/**\n * One id. Not safe for use\n * by several threads.\n */\npublic class Id {\n"))
                .isFalse();
        assertThat(isSilent("/** One id. */\nfinal class Id {\n    public record Part() {}\n"))
                .isFalse();
    }

    /** Whether there is a public type in a source, and no statement before it: no other type's Javadoc comes first. */
    private static boolean isSilent(String source) {
        Matcher type = PUBLIC_TYPE.matcher(source);
        if (!type.find()) {
            return false;
        }
        String javadoc = source.substring(0, type.start()).replaceAll("\\s+\\*?\\s*", " ");
        return !STATEMENT.matcher(javadoc).find();
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.toList()) {
                Path main = module.resolve(Path.of("src", "main", "java"));
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
