package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.ModuleFolders;
import io.distid.bench.subject.Subjects;
import io.distid.spi.IdGeneratorProvider;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CONTRIBUTING says on one screen how each kind is added, and names what is there. */
class ContributingTest {
    private static final Page PAGE = Page.of("CONTRIBUTING.md");
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int LINES_OF_A_SCREEN = 50;
    private static final int COLUMNS_OF_A_SCREEN = 100;

    /** Two words at least, such as {@code LongIdGenerator}: a single one may be of the JDK. */
    private static final Pattern CLASS = Pattern.compile("(?<!\\w)((?:[A-Z][a-z0-9]+){2,})\\b");

    private static final Pattern FILE =
            Pattern.compile("(?:\\.ci|docs|id-|integrations)[^ *]*/[^ *]*|\\w+\\.(?:md|xml)");
    private static final Pattern METHOD = Pattern.compile("(\\w+)\\(\\w*\\)");

    @ParameterizedTest
    @ValueSource(strings = {"Add a strategy", "Add a peer", "Add an integration", "Add a store"})
    void eachKindIsAddedByOneScreen(String section) {
        int lines = PAGE.under(section)
                .text()
                .lines()
                .mapToInt(line -> Math.max(1, -Math.floorDiv(-line.length(), COLUMNS_OF_A_SCREEN)))
                .sum();

        assertThat(lines).isBetween(5, LINES_OF_A_SCREEN);
    }

    @Test
    void eachClassThatIsNamedIsThere() throws IOException {
        Set<String> there = new HashSet<>();
        for (Path module : ModuleFolders.all()) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> there.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        List<String> named = code(PAGE)
                .flatMap(code -> CLASS.matcher(code).results())
                .map(name -> name.group(1))
                .distinct()
                .toList();

        assertThat(named).hasSizeGreaterThan(30);
        assertThat(named).filteredOn(name -> !there.contains(name)).isEmpty();
    }

    @Test
    void eachFileThatIsNamedIsThere() {
        List<String> named = Stream.concat(code(PAGE), links())
                .filter(name -> FILE.matcher(name).matches())
                .toList();

        assertThat(named).hasSizeGreaterThan(15);
        assertThat(named)
                .filteredOn(name -> Files.notExists(ROOT.resolve(name)))
                .isEmpty();
    }

    @Test
    void tableOfAStrategyHasTheMethodsOfItsProvider() {
        List<String> named = PAGE.under("Add a strategy").table("method").stream()
                .flatMap(row -> Page.code(row.get(0)).stream())
                .map(method -> method.replaceAll("\\(.*", ""))
                .toList();

        assertThat(named).hasSizeGreaterThan(6);
        assertThat(methods(IdGeneratorProvider.class)).containsAll(named);
    }

    @Test
    void methodsOfAPeerAreThoseOfSubjects() {
        List<String> named = code(PAGE.under("Add a peer"))
                .flatMap(code -> METHOD.matcher(code)
                        .results()
                        .filter(method -> method.group().equals(code))
                        .map(method -> method.group(1)))
                .toList();

        assertThat(named).hasSizeGreaterThan(5);
        assertThat(methods(Subjects.class)).containsAll(named);
    }

    private static List<String> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).map(Method::getName).toList();
    }

    /** What is written as code, without blocks. */
    private static Stream<String> code(Page page) {
        return Page.code(page.text().replaceAll("(?sm)^ *```.*?^ *```$", "")).stream();
    }

    private static Stream<String> links() {
        return Pattern.compile("\\]\\(([^)#:]+)").matcher(PAGE.text()).results().map(link -> link.group(1));
    }
}
