package io.distid.bench.workshop.startup;

import io.distid.IdGenerators;
import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Subjects.FirstId;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures first ids, each in its own JVM. The class path has the subject, its dependencies and the lab. For use by one
 * thread.
 *
 * <p>An application has jars of distid and of peers alike, and a JVM reads classes in folders differently. Started by
 * Maven, the lab runs on folders of classes. Then it makes jars of them once, which {@link #close()} removes. The lab's
 * single jar already has all classes.
 */
public final class FirstIdRun implements AutoCloseable {
    /** About how long a JVM takes. */
    public static final Duration ESTIMATE = Duration.ofMillis(500);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SettingsFile settings;
    /** The jars by their folder of classes. */
    private final Map<Path, Path> jars = new HashMap<>();

    private @Nullable WorkFolder folder;

    /**
     * Runs nothing yet.
     *
     * @param settings for the child JVMs; not read here
     */
    public FirstIdRun(SettingsFile settings) {
        this.settings = settings;
    }

    /** Measures the first id of a strategy or peer in one more JVM; the result has {@link Figure#FIRST_ID}. */
    public TrialResult measure(String name) throws InterruptedException {
        try (ChildJvm jvm = new ChildJvm(
                "the JVM of a first id",
                FirstIdChild.class,
                settings,
                List.of("-D" + FirstIdChild.PROPERTY + "=" + find(name).taking().getName()),
                classPath(name),
                Map.of(),
                new LinkedBlockingQueue<>())) {
            jvm.ready();
            jvm.tell(FirstIdChild.COMMAND);
            List<String> words = jvm.await(FirstIdChild.COMMAND, PATIENCE);
            return new TrialResult(1, false, List.of(), null, Map.of(Figure.FIRST_ID, Double.valueOf(words.get(0))));
        }
    }

    /** The lab comes first, with the child's main class. id-api comes last: the child needs it, peers do not. */
    String classPath(String name) {
        return Stream.of(FirstIdChild.class, find(name).library(), IdGenerators.class)
                .map(FirstIdRun::place)
                .distinct()
                .map(place -> Files.isDirectory(place) ? jars.computeIfAbsent(place, this::jar) : place)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static FirstId find(String name) {
        return Catalogue.declared().stream()
                .flatMap(each -> each.firstIds().stream())
                .filter(first -> first.target().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody declares a first id of " + name));
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " is at no path: " + e.getMessage(), e);
        }
    }

    private Path jar(Path classes) {
        if (folder == null) {
            folder = new WorkFolder(null);
        }
        Path jar = folder.path().resolve(jars.size() + ".jar");
        String[] args = {"--create", "--no-compress", "--file", jar.toString(), "-C", classes.toString(), "."};
        if (ToolProvider.findFirst("jar").orElseThrow().run(System.err, System.err, args) != 0) {
            throw new IllegalStateException("no jar of " + classes + " could be made");
        }
        return jar;
    }

    /** Removes what was written for child JVMs. */
    @Override
    public void close() {
        if (folder != null) {
            folder.close();
        }
    }
}
