package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How the lab's packages depend on each other, as their sources say. */
class PackagesTest {
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    /** An import, or a name in full. */
    private static final Pattern USE = Pattern.compile("\\b(io\\.distid\\.bench(?:\\.[a-z]\\w*)*)\\.[A-Z]\\w*");

    @Test
    void dependOnEachOtherWithoutACycle() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path file : files()) {
            sources.add(Files.readString(file));
        }

        Map<String, Set<String>> uses = uses(sources);

        assertThat(uses.keySet()).hasSizeGreaterThan(15);
        assertThat(cycle(uses)).isEmpty();
    }

    @Test
    void aCycleIsFound() {
        Map<String, Set<String>> uses = uses(List.of(
                "package io.distid.bench.bars;\nimport io.distid.bench.throughput.Target;\n",
                "package io.distid.bench.throughput;\nimport io.distid.bench.jvm.ChildJvm;\n",
                "package io.distid.bench.jvm;\n/** {@link io.distid.bench.bars.Bar} */\n"));

        assertThat(cycle(uses))
                .containsExactly("io.distid.bench.bars", "io.distid.bench.jvm", "io.distid.bench.throughput");
    }

    @Test
    void noTwoClassesShareAName() throws IOException {
        List<String> names = files().stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> !name.equals("package-info.java"))
                .toList();

        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Map<String, Set<String>> uses(List<String> sources) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (String source : sources) {
            Matcher own = PACKAGE.matcher(source);
            assertThat(own.find()).as(source).isTrue();
            Set<String> others = uses.computeIfAbsent(own.group(1), any -> new TreeSet<>());
            USE.matcher(source).results().map(use -> use.group(1)).forEach(others::add);
            others.remove(own.group(1));
        }
        return uses;
    }

    /** The packages that are left once those are taken away that use none of the others, again and again. */
    private static Set<String> cycle(Map<String, Set<String>> uses) {
        Map<String, Set<String>> left = new TreeMap<>(uses);
        while (true) {
            Set<String> free = left.entrySet().stream()
                    .filter(entry -> entry.getValue().stream().noneMatch(left::containsKey))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            if (free.isEmpty()) {
                return left.keySet();
            }
            left.keySet().removeAll(free);
        }
    }
}
