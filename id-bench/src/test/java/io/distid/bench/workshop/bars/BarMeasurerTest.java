package io.distid.bench.workshop.bars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.progress.Steps;
import io.distid.bench.results.BarLine;
import io.distid.bench.subject.Servers;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BarMeasurerTest {
    @Test
    void eachRunAsksItsRoundsForTheFiguresOfItsBars() {
        BarMeasurer bars = new BarMeasurer("", 1, 1);
        Map<BarRun, BarFigures> runs = bars.unmeasured();

        BarCatalogue.all().forEach(bar -> {
            Map<Figure, Double> others = new EnumMap<>(Figure.class);
            EnumSet.complementOf(EnumSet.of(bar.figure())).forEach(figure -> others.put(figure, 1.0));
            TrialResult round = new TrialResult(1, false, List.of(1.0), null, others);
            bar.runs()
                    .forEach(run -> assertThatThrownBy(() -> runs.get(run).add(round, null))
                            .as(bar.name())
                            .hasMessage(bar.figure() + " was not measured"));
        });
    }

    @Test
    void barsWithoutTheirServerAreNotMeasuredAndStartNoJvm() throws InterruptedException {
        System.setProperty("distid.redis.url", "redis://127.0.0.1:1");
        List<String> ended = new ArrayList<>();
        try (Servers servers = new Servers()) {
            List<BarLine> lines = new BarMeasurer("lock: on redis", 1, 1).measure(servers, new Steps() {
                @Override
                public void step(String name, Duration estimate) {}

                @Override
                public void at(double share) {}

                @Override
                public void done(String how) {
                    ended.add(how);
                }
            });

            assertThat(lines).hasSize(1).allSatisfy(line -> {
                assertThat(line.passed()).isNull();
                assertThat(line.provenance()).isNull();
                assertThat(line.reason()).startsWith("no server: Redis at 127.0.0.1:1 ");
            });
            assertThat(ended).isNotEmpty().allMatch(how -> how.startsWith("skipped: no server: Redis at 127.0.0.1:1 "));
        } finally {
            System.clearProperty("distid.redis.url");
        }
    }
}
