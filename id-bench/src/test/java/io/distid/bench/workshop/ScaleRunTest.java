package io.distid.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.cli.LabRun;
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
        LabRun run = LabRun.of(folder, "workshop", "growth", "all");

        assertThat(run.exitCode()).as(run.output()).isZero();
        List<ScaleCurve> curves =
                ResultsFile.read(folder.resolve("results.json")).scale();
        assertThat(sizes(curves, "tags", "heap of a tag with two segments in hand"))
                .containsExactly(1L, 20L);
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
                .containsExactlyInAnyOrder(
                        "worker=mysql", "worker=postgresql", "worker=redis", "worker=zookeeper", "worker=etcd");
        assertThat(of(curves, "leases", "requests for a renewal"))
                .filteredOn(curve -> curve.series().equals("reservation 1 s, a source each"))
                .hasSize(5)
                .allSatisfy(curve -> assertThat(curve.at(2).orElseThrow()).isGreaterThan(0.8));
        assertThat(of(curves, "leases", "calls of a living generator that failed meanwhile"))
                .hasSize(5)
                .allSatisfy(curve -> assertThat(curve.at(10).orElseThrow()).isZero());
        assertThat(curves).as("failed").noneMatch(curve -> curve.status() == Row.Status.failed);
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
