package io.distid.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of the build. */
final class Modules {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]*)</module>");
    private static final List<String> NOT_PUBLISHED = List.of("id-bom", "id-bench", "orders");

    private Modules() {}

    /** Those that are published, in the order of the build; without the BOM, which has them all. */
    static List<String> published() {
        return MODULE.matcher(Page.of("pom.xml").text())
                .results()
                .map(module -> module.group(1).replaceFirst(".*/", ""))
                .filter(module -> !NOT_PUBLISHED.contains(module))
                .toList();
    }

    /** The module that has a class, if it is one of distid's that are no test. */
    static Optional<String> of(Class<?> type) {
        String place = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return Stream.of(place.split("/"))
                .filter(folder ->
                        published().contains(folder) && !place.contains("/" + folder + "/target/test-classes"))
                .findFirst();
    }
}
