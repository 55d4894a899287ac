package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import io.distid.bench.throughput.TrialResult;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class PacedProcessTest {
    private static final Servers SERVERS = new Servers();
    private static final String LEAF = "leaf-segment";
    private static final String CHAIN = "cosid segment-chain";
    /** Segments of 20 ms, the next of which is asked for when one is nearly used up: each claim is felt. */
    private static final Map<String, String> LATE = Map.of("max-step", "2000", "prefetch", "100");

    @AfterAll
    static void endServers() {
        SERVERS.close();
    }

    @Test
    void aPauseOfTheStoreIsFeltWhereLittleIsInHand() throws InterruptedException {
        try (SettingsFile settings = settings(LEAF, LATE)) {
            Assumptions.assumeTrue(SERVERS.mySqlServer().canFault(), "the server cannot be made to stand still");
            TrialResult result =
                    new PacedProcess(settings).whileStorePaused(Target.subject(LEAF), SERVERS.mySqlServer());
            assertThat(result.of(Figure.WAITS)).isPositive();
        }
    }

    @Test
    void callsThatWaitInTheFirstSecondAreCountedWhereTheSubjectCountsThem() throws InterruptedException {
        try (SettingsFile settings = settings(LEAF, LATE)) {
            // Up to five times: whoever loses the core at a segment's end finds the next one there, and need not wait.
            double waits = 0;
            for (int i = 0; i < 5 && waits < 40; i++) {
                waits = new PacedProcess(settings)
                        .firstSecond(Target.subject(LEAF))
                        .of(Figure.WAITS);
            }
            assertThat(waits).as("100,000 ids in segments of 2000").isBetween(40.0, 51.0);
        }
        try (SettingsFile settings = settings(CHAIN, Map.of())) {
            TrialResult result = new PacedProcess(settings).firstSecond(Target.subject(CHAIN));
            assertThat(result.figures()).doesNotContainKey(Figure.WAITS);
        }
    }

    private static SettingsFile settings(String subject, Map<String, String> options) {
        StartedServer.orSkip(ServerKind.MYSQL, SERVERS);
        Map<String, String> all =
                new TreeMap<>(Catalogue.subject(subject).settings().of(0, SERVERS));
        all.putAll(options);
        return SettingsFile.write(Map.of(subject, all));
    }
}
