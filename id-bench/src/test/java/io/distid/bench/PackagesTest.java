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
import org.junit.jupiter.api.Test;

/** How the packages of each module depend on each other, as their sources say. */
class PackagesTest {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    /** An import, or a name in full. */
    private static final Pattern USE = Pattern.compile("\\b(io\\.distid(?:\\.[a-z]\\w*)*)\\.[A-Z]\\w*");

    private static final String WORKSHOP = "io.distid.bench.workshop";

    private static final String MODULE = "module-info.java";

    /** It does on the older line of Spring Boot what the other does, by classes of the same names. */
    private static final Path SECOND_STARTER = Path.of("integrations", "distid-spring-boot3-starter");

    /** Applications, whose classes are named after what they are about. */
    private static final Path EXAMPLES = Path.of("integrations", "examples");

    /**
     * The API that users and implementers see: its root names the port's types, and they its errors. They are one unit in six
     * packages, with what the root of internal ones has of both; what stands beside them, and each other module, is free of cycles.
     */
    private static final Set<String> API = Set.of(
            "io.distid", "io.distid.internal", "io.distid.spi", "io.distid.text", "io.distid.time", "io.distid.worker");

    @Test
    void dependOnEachOtherWithoutACycle() throws IOException {
        Map<Path, Map<String, Set<String>>> modules = modules();

        assertThat(modules).hasSizeGreaterThan(9).containsKey(Path.of("integrations", "id-jackson"));
        assertThat(modules.get(Path.of("id-bench"))).hasSizeGreaterThan(15);
        modules.forEach((module, uses) -> assertThat(cycle(uses))
                .as("packages of %s that form a cycle", module)
                .isEqualTo(module.equals(Path.of("id-api")) ? API : Set.of()));
    }

    @Test
    void noTwoModulesShareAPackage() throws IOException {
        List<String> packages = modules().values().stream()
                .flatMap(uses -> uses.keySet().stream())
                .toList();

        assertThat(packages).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    }

    @Test
    void aCycleIsFound() {
        Map<String, Set<String>> uses = uses(List.of(
                "package io.distid.bench.workshop.bars;\nimport io.distid.bench.throughput.Target;\n",
                "package io.distid.bench.throughput;\nimport io.distid.bench.jvm.ChildJvm;\n",
                "package io.distid.bench.jvm;\n/** {@link io.distid.bench.workshop.bars.Bar} */\n"));

        assertThat(cycle(uses))
                .containsExactly("io.distid.bench.jvm", "io.distid.bench.throughput", "io.distid.bench.workshop.bars");
    }

    /** What users run goes on without what the authors run; one class puts both together. */
    @Test
    void whatUsersRunKnowsNothingOfTheWorkshop() throws IOException {
        Map<String, Set<String>> lab = modules().get(Path.of("id-bench"));

        assertThat(lab).containsKey("io.distid.bench.workshop.bars");
        lab.forEach((name, uses) -> {
            if (!name.startsWith(WORKSHOP) && !name.equals("io.distid.bench")) {
                assertThat(uses).as(name).noneMatch(used -> used.startsWith(WORKSHOP));
            }
        });
        assertThat(lab.get("io.distid.bench")).contains(WORKSHOP);
    }

    @Test
    void noTwoClassesShareAName() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path module : ModuleFolders.all()) {
            if (!module.equals(SECOND_STARTER) && !module.startsWith(EXAMPLES)) {
                ModuleFolders.sources(module)
                        .forEach(file -> names.add(file.getFileName().toString()));
            }
        }
        names.removeIf(name -> name.equals("package-info.java") || name.equals(MODULE));

        assertThat(names).hasSizeGreaterThan(500).doesNotHaveDuplicates();
    }

    private static Map<Path, Map<String, Set<String>>> modules() throws IOException {
        Map<Path, Map<String, Set<String>>> modules = new TreeMap<>();
        for (Path module : ModuleFolders.all()) {
            List<String> sources = new ArrayList<>();
            for (Path file : ModuleFolders.sources(module)) {
                if (!file.endsWith(MODULE)) {
                    sources.add(Files.readString(file));
                }
            }
            modules.put(module, uses(sources));
        }
        return modules;
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

    /** The packages that are left once those are taken away that use none of the others, or that none of them uses, again and again. */
    private static Set<String> cycle(Map<String, Set<String>> uses) {
        Map<String, Set<String>> left = new TreeMap<>(uses);
        while (true) {
            Set<String> used = left.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
            Set<String> free = left.entrySet().stream()
                    .filter(entry -> !used.contains(entry.getKey())
                            || entry.getValue().stream().noneMatch(left::containsKey))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            if (free.isEmpty()) {
                return left.keySet();
            }
            left.keySet().removeAll(free);
        }
    }
}
