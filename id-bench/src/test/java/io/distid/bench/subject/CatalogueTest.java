package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.history.History;
import io.distid.bench.history.HistoryRecorder;
import io.distid.bench.history.OrderCheck;
import io.distid.bench.history.UniquenessCheck;
import io.distid.spi.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
    private static final int NARROW = 26;
    private static final int NODES = 3;

    static List<Subject> inProcess() {
        // Those of the lab's tests break their word.
        List<String> broken = IdGenerators.providers().stream()
                .filter(provider -> provider.getClass().getName().startsWith("io.distid.bench."))
                .map(Provider::name)
                .toList();
        return Stream.concat(Catalogue.all().stream(), Catalogue.ofBars().stream())
                .filter(subject -> subject.server() == null && !broken.contains(subject.name()))
                .toList();
    }

    static Stream<Subject> ofJars() {
        return Stream.of(
                        Catalogue.peers(),
                        Catalogue.locks(List.of(Catalogue.ALL)),
                        Catalogue.entities(List.of(Catalogue.ALL)))
                .flatMap(List::stream)
                .filter(peer -> peer.origin().library() != null)
                .filter(peer -> !peer.origin().library().startsWith("JDK"));
    }

    @Test
    void namesAreUniqueAndFitANarrowTable() {
        List<String> names = Stream.of(
                        Catalogue.all(),
                        Catalogue.locks(List.of(Catalogue.ALL)),
                        Catalogue.entities(List.of(Catalogue.ALL)),
                        Catalogue.ofBars())
                .flatMap(List::stream)
                .map(Subject::name)
                .toList();

        assertThat(names)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.length() <= NARROW)
                .noneMatch(name -> name.contains(",") || name.contains("/") || name.contains("*"));
    }

    @ParameterizedTest
    @MethodSource("inProcess")
    void eachOpensAsSeveralNodesAndKeepsItsWord(Subject subject) throws InterruptedException {
        List<IdGenerator> nodes = new ArrayList<>();
        try (Servers none = new Servers()) {
            for (int node = 0; node < NODES; node++) {
                nodes.add(subject.open(node, none));
            }
            History shared = new HistoryRecorder(2, 2000, Duration.ofMillis(100)).record(nodes);
            History alone = new HistoryRecorder(1, 2000, Duration.ofMillis(100)).record(nodes);

            assertThat(UniquenessCheck.of(shared).examples()).isEmpty();
            assertThat(UniquenessCheck.of(alone).examples()).isEmpty();
            assertThat(OrderCheck.of(alone, nodes.get(0).traits().ordering()).examples())
                    .isEmpty();
        } finally {
            nodes.forEach(IdGenerator::close);
        }
    }

    /** As some stages have them. */
    @Test
    void rowsThatNeedNoServerCanBeOpenSideBySide() {
        Set<String> names = Catalogue.all().stream().map(Subject::name).collect(Collectors.toSet());
        List<Subject> rows = inProcess().stream()
                .filter(subject -> names.contains(subject.name()))
                .toList();
        List<IdGenerator> open = new ArrayList<>();
        try (Servers none = new Servers()) {
            for (Subject row : rows) {
                assertThatCode(() -> open.add(row.open(open.size(), none)))
                        .as(row.name())
                        .doesNotThrowAnyException();
            }
            assertThat(open).hasSizeGreaterThan(10);
        } finally {
            open.forEach(IdGenerator::close);
        }
    }

    @ParameterizedTest
    @MethodSource("ofJars")
    void aPeerIsReportedWithTheVersionOfItsJar(Subject peer) throws ReflectiveOperationException {
        String jar = Path.of(Class.forName(peer.origin().strategy())
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .getFileName()
                .toString();

        assertThat(peer.origin().library().replace(' ', '-') + ".jar").isEqualTo(jar);
    }

    @ParameterizedTest
    @MethodSource("ofJars")
    void theReadmeHasEachPeerAndItsVersion(Subject peer) throws IOException {
        assertThat(Files.readString(Path.of("README.md")).lines())
                .anyMatch(line -> line.startsWith("| `")
                        && line.contains("`" + peer.name() + "`")
                        && line.contains("| " + peer.origin().library() + " |"));
    }

    @Test
    void theJdkIsAPeerOfItsOwnVersion() {
        assertThat(Catalogue.subject("jdk randomUUID").origin().library())
                .isEqualTo("JDK " + System.getProperty("java.version"));
    }

    @Test
    void anOptionSetStandsBeneathItsStrategyWithWhatIsSet() {
        List<String> names = Catalogue.strategies().stream().map(Subject::name).toList();
        Subject coarse = Catalogue.subject("snowflake lead=1d coarse");

        assertThat(names).containsSubsequence("snowflake", "snowflake max-lead=1d", "sonyflake", "uuid-v7");
        assertThat(coarse.origin().strategy()).isEqualTo("snowflake");
        assertThat(coarse.origin().options()).isEqualTo("clock=coarse max-lead=1d");
        assertThat(coarse.origin().library()).isNull();
    }

    @Test
    void aNameIsOneRowAndAStarStandsForAnyEnd() {
        assertThat(names(Catalogue.strategies(List.of("snowflake")))).containsExactly("snowflake");
        assertThat(names(Catalogue.strategies(List.of("uuid-v7*"))))
                .containsExactly(
                        "uuid-v7",
                        "uuid-v7 text=typeid",
                        "uuid-v7 clock=coarse",
                        "uuid-v7 order=thread",
                        "uuid-v7 thread fast");
        assertThat(names(Catalogue.peers(List.of("robsonkades*", "tsid-creator"))))
                .containsExactly("tsid-creator", "robsonkades v7", "robsonkades v7 secure");
        assertThat(names(Catalogue.peers(List.of("all")))).isEqualTo(names(Catalogue.peers()));
        assertThat(Catalogue.peers(List.of("none"))).isEmpty();
    }

    @Test
    void locksAreThoseOfTheStoresThereAreAndOfPeers() {
        assertThat(names(Catalogue.locks(List.of(Catalogue.ALL))))
                .contains("lock mysql", "lock redis", "lock zookeeper")
                .endsWith(
                        "redisson RLock",
                        "redisson RFencedLock",
                        "curator InterProcessMutex",
                        "postgresql advisory lock");
        assertThatThrownBy(() -> Catalogue.locks(List.of("redis")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("unknown lock \"redis\"");
    }

    @Test
    void anUnknownPeerIsAnsweredWithThoseThereAre() {
        assertThatThrownBy(() -> Catalogue.peers(List.of("tsid-creator", "tsid")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("unknown peer \"tsid\": on the class path are agrona snowflake, cosid ")
                .hasMessageEndingWith("; * at the end of a name stands for any end, all for all, none for none");
    }

    private static List<String> names(List<Subject> subjects) {
        return subjects.stream().map(Subject::name).toList();
    }
}
