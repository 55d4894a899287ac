package io.distid.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.cli.CommandRun;
import io.distid.bench.cli.LabRun;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.workshop.bars.BarCatalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkshopCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workshop growth: <part> is \"\": must be all or some of tags, leases",
                "workshop growth tags,nosuch: <part> is \"nosuch\": must be all or some of tags, leases",
                "workshop growth leases --lease-reservations 0: --lease-reservations is 0: must be from 1 to 3600",
                "workshop growth leases --lease-holders 10001: --lease-holders is 10001: must be from 1 to 10000",
                "workshop growth tags --lease-nodes 10: --lease-nodes has no effect without leases",
                "workshop growth leases --lease-nodes 101: --lease-nodes is 101: must be from 0 to 100",
                "workshop growth tags --profile huge: --profile is \"huge\": must be tiny, quick or full",
                "workshop bars --rounds 0: --rounds is 0: must be from 1 to 99",
                "workshop soak 1s: a soak of 1 s: must be from 5s to 7d"
            })
    void wrongInputIsRefusedInOneLine(String given) {
        assertThat(CommandRun.refusal(given))
                .contains("(see id-bench workshop ")
                .endsWith(" --help)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bars", "growth", "soak"})
    void helpHasExamplesAndExitCodes(String command) {
        CommandRun run = CommandRun.of("workshop", command, "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Example", "  id-bench workshop " + command, "Exit codes: ", "--verbose");
    }

    @Test
    void unknownBarIsRefusedWithTheNamesOfAllBars() {
        CommandRun run = CommandRun.of("workshop", "bars", "--only", "nosuch");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .contains("  " + BarCatalogue.names().get(0))
                .last()
                .isEqualTo("--only is \"nosuch\": no name of a bar contains it (see id-bench workshop bars --help)");
    }

    @Test
    void eachExampleForBarsFindsSome() {
        Matcher example = Pattern.compile("bars --only (\"[^\"]*\"|\\S*)")
                .matcher(CommandRun.of("workshop", "bars", "--help").out());
        int found = 0;
        while (example.find()) {
            String text = example.group(1).replace("\"", "");
            assertThat(BarCatalogue.names()).as(text).anyMatch(name -> name.contains(text));
            found++;
        }
        assertThat(found).isPositive();
    }

    @Test
    @Tag("slow")
    void barsWhoseServerIsNotThereKeepTheLinesTheyHaveAndTheCommandFails() throws IOException {
        String name = BarCatalogue.names().stream()
                .filter(each -> each.startsWith("lock: on Redis"))
                .findFirst()
                .orElseThrow();
        BarLine measured = new BarLine(name, 1, ">= 1.000", 1.5, "a peer", 1.0, true, null, Provenance.now(3, 3));
        ReportFolder.at(folder).write(List.of(measured));
        System.setProperty("distid.redis.url", "redis://127.0.0.1:1");
        try {
            CommandRun run = CommandRun.of("workshop", "bars", "--only", "lock: on Redis", "--out", folder.toString());

            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
            assertThat(run.out()).contains("no server: Redis at 127.0.0.1:1 ", "0 of 1 bars hold");
            assertThat(ResultsFile.parts(folder.resolve("results.json")).bars()).containsExactly(measured);
        } finally {
            System.clearProperty("distid.redis.url");
        }
    }

    @Test
    @Tag("slow")
    void nothingOfTheGrowthThatWasNamedCouldBeMeasured() throws IOException, InterruptedException {
        LabRun run = LabRun.of(
                folder.resolve("report"),
                "workshop",
                "growth",
                "leases",
                "--lease-nodes",
                "0",
                "-Ddistid.redis.url=redis://127.0.0.1:1",
                "-Ddistid.mysql.url=jdbc:mysql://127.0.0.1:1/",
                "-Ddistid.postgresql.url=jdbc:postgresql://127.0.0.1:1/",
                "-Ddistid.zookeeper.connect=127.0.0.1:1",
                "-Ddistid.etcd.endpoints=http://127.0.0.1:1");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).contains("skipped growth of leases (worker=redis): Redis at 127.0.0.1:1 ");
        assertThat(run.output().lines())
                .last()
                .asString()
                .startsWith("nothing that was named could be measured: MySQL at 127.0.0.1:1 ");
    }
}
