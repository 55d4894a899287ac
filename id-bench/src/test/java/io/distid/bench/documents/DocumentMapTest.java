package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every document is reached from docs/README.md, and links of what is read first lead somewhere. */
class DocumentMapTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path MAP = ROOT.resolve("docs/README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(?:#([^)]*))?\\)");

    @Test
    void mapHasEveryDocument() throws IOException {
        Set<Path> linked = LINK.matcher(Files.readString(MAP))
                .results()
                .map(link -> MAP.resolveSibling(link.group(1)).normalize())
                .collect(Collectors.toCollection(TreeSet::new));
        List<Path> documents = documents();

        assertThat(documents).hasSizeGreaterThan(30);
        assertThat(documents)
                .as("docs/README.md has a link to each")
                .filteredOn(document -> !linked.contains(document))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/README.md", "docs/choose.md", "docs/results/tables.md"})
    void linksLeadToFilesAndHeadings(String document) throws IOException {
        Path page = ROOT.resolve(document);
        LINK.matcher(Files.readString(page))
                .results()
                .filter(link -> !link.group(1).contains("://"))
                .forEach(link -> {
                    Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                    assertThat(target).exists();
                    if (link.group(2) != null) {
                        assertThat(anchors(target)).as("headings of %s", target).contains(link.group(2));
                    }
                });
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md") && !file.equals(MAP))
                    .filter(file -> Stream.of("target", ".git").noneMatch(name -> has(ROOT.relativize(file), name)))
                    .toList();
        }
    }

    private static boolean has(Path path, String name) {
        return Stream.iterate(path, part -> part != null, Path::getParent).anyMatch(part -> part.endsWith(name));
    }

    /** The anchors of a document's headings, as GitHub makes them. */
    private static Set<String> anchors(Path document) {
        try (Stream<String> lines = Files.lines(document)) {
            return lines.filter(line -> line.matches("#+ .*"))
                    .map(line -> line.replaceFirst("#+ ", "").toLowerCase().replaceAll("[^\\w\\- ]", ""))
                    .map(line -> line.replace(' ', '-'))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new AssertionError(document + " cannot be read", e);
        }
    }
}
