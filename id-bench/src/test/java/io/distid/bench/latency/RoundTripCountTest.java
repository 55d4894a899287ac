package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.results.RoundTrips;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real servers, and strategies of which it is known what an id costs. */
@Tag("slow")
class RoundTripCountTest {
    private static final Servers SERVERS = new Servers();
    private static final Duration WINDOW = Duration.ofMillis(100);

    @AfterAll
    static void endServers() {
        SERVERS.close();
    }

    private static RoundTrips measured(String strategy) throws InterruptedException {
        return measured(strategy, Map.of(), RoundTripCount.MOST, WINDOW);
    }

    private static RoundTrips measured(String strategy, Map<String, String> options, long most, Duration window)
            throws InterruptedException {
        Subject subject = Catalogue.subject(strategy);
        ServerKind kind = subject.server();
        StartedServer.orSkip(kind, SERVERS);
        Map<String, String> config = new TreeMap<>(subject.settings().of(0, SERVERS));
        config.putAll(options);
        try (SettingsFile settings = SettingsFile.write(Map.of(strategy, config));
                ChildJvm jvm = LatencyChild.start(strategy, strategy, settings);
                ServerCounter counter = ServerCounter.open(kind, SERVERS)) {
            LatencyChild.ready(jvm);
            return RoundTripCount.of(jvm, counter, most, window);
        }
    }

    @Test
    void oneCommandPerIdIsOneRoundTripAlsoWhereItIsAScript() throws InterruptedException {
        RoundTrips trips = measured("redis-incr");

        assertThat(trips.ids()).isGreaterThanOrEqualTo(2_000);
        assertThat(trips.perId()).isCloseTo(1, Percentage.withPercentage(1));
        assertThat(trips.burned()).isZero();
    }

    @Test
    void oneStatementPerIdIsOneRoundTrip() throws InterruptedException {
        RoundTrips trips = measured("mysql-auto-increment");

        assertThat(trips.perId()).isCloseTo(1, Percentage.withPercentage(1));
        assertThat(trips.burned()).isZero();
    }

    /** The statement also sets what has the server flush. */
    @Test
    void oneValueOfASequencePerIdIsOneRoundTrip() throws InterruptedException {
        RoundTrips trips = measured("postgresql-sequence");

        assertThat(trips.perId()).isCloseTo(1, Percentage.withPercentage(1));
        assertThat(trips.burned()).isZero();
    }

    @Test
    void aRangePerThousandsOfIdsIsAsManyRoundTripsLess() throws InterruptedException {
        RoundTrips trips = measured("leaf-segment", Map.of(), 100_000, Duration.ofMinutes(1));

        assertThat(trips.ids()).isEqualTo(100_000);
        assertThat(trips.perId()).isPositive().isLessThan(0.01);
    }

    @Test
    void burnedIdsAreThoseThatTheStoreGrantedAndNoCallerGot() throws InterruptedException, SQLException {
        StartedServer.orSkip(ServerKind.MYSQL, SERVERS);
        Catalogue.subject("leaf-segment").settings().of(0, SERVERS);
        sql("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('blocks', 1, 6400)");
        // A thread takes blocks of a 64th of a segment, and the rest of its last one is lost; all else is given back.
        Map<String, String> options = Map.of("tag", "blocks", "order", "thread");

        RoundTrips trips = measured("leaf-segment", options, 2_050, Duration.ofMinutes(1));

        assertThat(trips.ids()).isEqualTo(2_050);
        // With the first one, of before the count, that is 21 blocks; and one that the generator after it took.
        assertThat(trips.burned()).isEqualTo(2_100 - 2_051);
        assertThat(sql("SELECT max_id - 1 FROM leaf_alloc WHERE biz_tag = 'blocks'"))
                .isEqualTo(2_200);
    }

    private static long sql(String statement) throws SQLException {
        try (Connection connection = SERVERS.database(ServerKind.MYSQL).connect();
                Statement any = connection.createStatement()) {
            if (!any.execute(statement)) {
                return 0;
            }
            try (ResultSet rows = any.getResultSet()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
