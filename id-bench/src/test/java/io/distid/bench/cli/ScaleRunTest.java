package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Growth on real servers, at sizes that show that it runs. */
@Tag("slow")
class ScaleRunTest {
    @TempDir
    private Path folder;

    @Test
    void measuresEachPartAtEachSize() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "snowflake", "--threads", "1", "--scale", "all");

        assertThat(run.exitCode()).as(run.output()).isZero();
        List<ScaleCurve> curves =
                ResultsFile.read(folder.resolve("results.json")).scale();
        assertThat(sizes(curves, "tags", "heap of a tag with two segments in hand"))
                .containsExactly(1L, 20L);
        assertThat(sizes(curves, "threads", "ids a second")).contains(1L, 4L);
        assertThat(sizes(curves, "verify", "time to verify")).containsExactly(20_000L, 40_000L);
        assertThat(curves).extracting(ScaleCurve::subject).contains("AtomicLong.getAndIncrement", "snowflake");
        // With room for a ping and a reading of the lab's own, and far below one for each of twenty tags.
        assertThat(of(curves, "tags", "statements of a refresh").get(0).points())
                .allSatisfy(point -> assertThat(point.value()).isBetween(1.0, 8.0));
        assertThat(of(curves, "tags", "statements that it leaves to a thousand claims")
                        .get(0)
                        .points())
                .allSatisfy(point -> assertThat(point.value()).isZero());
        for (ScaleCurve renewals : of(curves, "leases", "renewals a second")) {
            assertThat(renewals.points())
                    .as(renewals.name())
                    .hasSize(2)
                    .allSatisfy(point -> assertThat(point.value()).isPositive());
        }
        assertThat(of(curves, "leases", "threads that renew"))
                .filteredOn(curve -> curve.series().equals("reservation 1 s, a source each"))
                .as("each of two nodes has a thread of its own")
                .allSatisfy(curve -> assertThat(curve.at(2).orElseThrow()).isGreaterThanOrEqualTo(2))
                .extracting(ScaleCurve::subject)
                .containsExactlyInAnyOrder("worker=mysql", "worker=redis", "worker=zookeeper", "worker=etcd");
        assertThat(of(curves, "leases", "requests for a renewal"))
                .filteredOn(curve -> curve.series().equals("reservation 1 s, a source each"))
                .hasSize(4)
                .allSatisfy(curve -> assertThat(curve.at(2).orElseThrow()).isGreaterThan(0.8));
        assertThat(of(curves, "leases", "time of a tenth as many starts at once"))
                .hasSize(4)
                .allSatisfy(curve -> assertThat(curve.at(10).orElseThrow()).isPositive());
        assertThat(curves).as("failed").noneMatch(curve -> curve.status() == Row.Status.failed);
    }

    @Test
    void whoNamesNoneGetsNoneAndItsBarsAreNotMeasured() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "uuid-v4", "--threads", "1");

        assertThat(run.json().get("scale")).isEmpty();
        assertThat(run.json().get("bars").toString()).contains("scale: memory of verify", "run `compare --scale all`");
    }

    private static List<Long> sizes(List<ScaleCurve> curves, String part, String figure) {
        return of(curves, part, figure).get(0).points().stream()
                .map(ScalePoint::size)
                .toList();
    }

    private static List<ScaleCurve> of(List<ScaleCurve> curves, String part, String figure) {
        return curves.stream()
                .filter(curve -> curve.part().equals(part) && curve.figure().equals(figure))
                .toList();
    }
}
