package io.distid.bench.workshop.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.throughput.Figure;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** First ids of real child JVMs. */
@Tag("slow")
class FirstIdRunTest {
    @ParameterizedTest
    @ValueSource(strings = {"uuid-v7", "snowflake", "uuid-creator v7", "jug v7", "tsid-creator"})
    void everySubjectIsOnTheClassPathOfItsJvm(String name) throws Exception {
        try (SettingsFile settings = SettingsFile.write(Map.of());
                FirstIdRun run = new FirstIdRun(settings)) {
            assertThat(run.measure(name).of(Figure.FIRST_ID)).as("ms").isBetween(1.0, 300_000.0);
        }
    }

    /** The lab's own classes are in a folder here, as where Maven starts it; those of other modules, too, unless Maven has made their jars. */
    @Test
    void everySubjectIsInJarsOursInOnesThatAreMadeOnceAndRemoved() {
        List<Path> ours;
        try (SettingsFile settings = SettingsFile.write(Map.of());
                FirstIdRun run = new FirstIdRun(settings)) {
            ours = paths(run.classPath("uuid-v7"));
            assertThat(ours).hasSize(3).allMatch(Files::isRegularFile);
            assertThat(paths(run.classPath("snowflake")).get(0)).isEqualTo(ours.get(0));
            assertThat(paths(run.classPath("jug v7")))
                    .hasSize(3)
                    .allMatch(Files::isRegularFile)
                    .contains(ours.get(0), ours.get(2));
        }
        Path made = ours.get(0).getParent();
        assertThat(made).doesNotExist();
        assertThat(ours).allMatch(jar -> jar.startsWith(made) || Files.isRegularFile(jar));
    }

    private static List<Path> paths(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
    }
}
