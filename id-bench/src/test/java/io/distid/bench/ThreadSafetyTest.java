package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Javadoc of each public type, nested ones too, of all modules, says whether threads may share it. */
class ThreadSafetyTest {
    /** Packages that sibling modules alone can see. */
    private static final Pattern SIBLINGS = Pattern.compile("distid.(?:internal|jdbc)\\b");

    private static final Pattern TYPE =
            Pattern.compile("(?m)^( *)((?:[a-z-]+ )*)(class|interface|record|enum|@interface) (\\w+)");

    private static final Pattern STATEMENT = Pattern.compile(
            "\\b(?:immutable|stateless|thread-safe|safe for use by|use by several threads|(?:by|for) one thread"
                    + "|by any thread|by all threads)",
            Pattern.CASE_INSENSITIVE);

    @Test
    void isStatedByEachPublicType() throws IOException {
        List<String> silent = new ArrayList<>();
        int sources = 0;
        for (Path module : ModuleFolders.all()) {
            for (Path source : ModuleFolders.sources(module)) {
                sources++;
                if (SIBLINGS.matcher(source.toString()).find()) {
                    continue;
                }
                for (String type : silent(Files.readString(source))) {
                    silent.add(source + ": " + type);
                }
            }
        }

        assertThat(sources).isGreaterThan(500);
        assertThat(silent).isEmpty();
    }

    @Test
    void silenceIsFound() {
        assertThat(silent("/** One id. */\n@FunctionalInterface\npublic interface Id {}\n"))
                .containsExactly("Id");
        assertThat(silent("/**\n * One id. Not safe for use\n * by several threads.\n */\npublic class Id {\n"))
                .isEmpty();
    }

    @Test
    void silenceOfANestedTypeIsFound() {
        assertThat(silent("/** Immutable. */\npublic class Id {\n    /** A part. */\n    public record Part() {}\n"))
                .containsExactly("Part");
        assertThat(silent("/** Immutable. */\npublic class Id {\n    int at;\n\n    public record Part() {}\n"))
                .containsExactly("Part");
        assertThat(silent("/** Stateless. */\npublic interface Id {\n    /** A part. */\n    record Part() {}\n"))
                .containsExactly("Part");
        assertThat(silent("/** Immutable. */\npublic class Id {\n    /** A part. */\n    record Part() {}\n"))
                .isEmpty();
        assertThat(silent("/** One id. */\nfinal class Id {\n    public record Part() {}\n"))
                .isEmpty();
    }

    /** A type that is being looked through; its indentation tells where it ends, since all sources are formatted. */
    private record Enclosing(int indent, boolean visible, boolean membersArePublic) {}

    /** The public types of a source whose Javadoc has no statement. */
    private static List<String> silent(String source) {
        List<String> silent = new ArrayList<>();
        Deque<Enclosing> enclosing = new ArrayDeque<>();
        Matcher type = TYPE.matcher(source);
        while (type.find()) {
            int indent = type.group(1).length();
            while (!enclosing.isEmpty() && enclosing.peek().indent() >= indent) {
                enclosing.pop();
            }
            Enclosing outer = enclosing.isEmpty() ? new Enclosing(-1, true, false) : enclosing.peek();
            boolean visible = outer.visible()
                    && (outer.membersArePublic() || type.group(2).contains("public "));
            enclosing.push(new Enclosing(indent, visible, type.group(3).endsWith("interface")));
            // No other Javadoc comes before that of the first type.
            String javadoc = indent == 0 ? source.substring(0, type.start()) : javadoc(source, type.start());
            if (visible
                    && !STATEMENT
                            .matcher(javadoc.replaceAll("\\s+\\*?\\s*", " "))
                            .find()) {
                silent.add(type.group(4));
            }
        }
        return silent;
    }

    /** The Javadoc in front of a nested type; empty if it has none, and the one before is another declaration's. */
    private static String javadoc(String source, int declaration) {
        String before = source.substring(0, declaration);
        String own = before.substring(Math.max(0, before.lastIndexOf("/**")));
        String between = own.substring(own.indexOf("*/") + 1);
        return between.contains(";")
                        || between.contains("}\n")
                        || TYPE.matcher(between).find()
                ? ""
                : own;
    }
}
