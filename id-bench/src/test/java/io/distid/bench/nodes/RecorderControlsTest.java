package io.distid.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.way.PlantedRepeat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecorderControlsTest {
    @TempDir
    Path folder;

    @Test
    void allAreRunAndCaught() throws InterruptedException {
        assertThat(RecorderControls.run())
                .hasSize(2 * PlantedRepeat.values().length)
                .allSatisfy(control ->
                        assertThat(control.caught()).as(control.strategy()).isTrue());
    }

    @ParameterizedTest
    @EnumSource(PlantedRepeat.class)
    void aWayThatRepeatsIsCaughtAtOnceByOneThread(PlantedRepeat planted) throws IOException, InterruptedException {
        for (boolean uuids : new boolean[] {false, true}) {
            NodesCheck check = RecorderControls.check(planted.open(uuids), 1, 2_000, folder);

            assertThat(check.result().duplicates() > 0)
                    .as(planted.title(uuids))
                    .isEqualTo(planted != PlantedRepeat.THREADS);
        }
    }

    @Test
    void aStrategyThatKeepsItsWordHasNoRepeat() throws IOException, InterruptedException {
        try (IdGenerator generator = IdGenerators.open("uuid-v7", Map.of())) {
            assertThat(RecorderControls.check(generator, 2, 20_000, folder)
                            .result()
                            .duplicates())
                    .isZero();
        }
    }
}
