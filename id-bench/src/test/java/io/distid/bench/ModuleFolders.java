package io.distid.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the modules of the build are, as the root POM lists them: those below {@code integrations} too. */
public final class ModuleFolders {
    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private ModuleFolders() {}

    /** The modules that have main sources, relative to the root. */
    public static List<Path> all() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> Path.of(module.group(1)))
                .filter(module -> Files.isDirectory(ROOT.resolve(module).resolve(SOURCES)))
                .toList();
    }

    /** The main sources of a module. */
    static List<Path> sources(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve(SOURCES))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
