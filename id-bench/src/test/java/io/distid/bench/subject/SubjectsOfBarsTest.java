package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.LongIdGenerator;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What bars measure on real servers, most of which no comparison opens: it goes on to work when the scripts that it sends change. */
class SubjectsOfBarsTest {
    private static final int CALLS = 3;

    private static final Servers SERVERS = new Servers();

    static List<Subject> onServers() {
        return Stream.concat(Catalogue.ofBars().stream(), Catalogue.tokens(List.of("jedis token script")).stream())
                .filter(subject -> subject.server() != null)
                .toList();
    }

    @AfterAll
    static void end() {
        SERVERS.close();
    }

    @ParameterizedTest
    @MethodSource("onServers")
    void drawsIdsOneAboveAnother(Subject subject) {
        try {
            SERVERS.start(subject.server());
        } catch (ServerUnavailableException e) {
            assumeThat(false).as(e.getMessage()).isTrue();
        }
        try (LongIdGenerator ids = (LongIdGenerator) subject.open(0, SERVERS)) {
            long[] drawn = LongStream.generate(ids::nextId).limit(CALLS).toArray();

            assertThat(drawn[0]).isPositive();
            assertThat(drawn).isSorted().doesNotHaveDuplicates();
        }
    }
}
