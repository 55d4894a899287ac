package io.distid.bench.solo;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.report.Traffic;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.SettingsFile;
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
import org.junit.jupiter.api.Test;

/** Real servers, and strategies of which it is known what an id costs. */
class TrafficRunTest {
    private static final Servers SERVERS = new Servers();
    private static final Duration WINDOW = Duration.ofMillis(100);

    @AfterAll
    static void endServers() {
        SERVERS.close();
    }

    private static Traffic measured(String strategy) throws InterruptedException {
        return measured(strategy, Map.of(), TrafficRun.MOST, WINDOW);
    }

    private static Traffic measured(String strategy, Map<String, String> options, long most, Duration window)
            throws InterruptedException {
        Subject subject = Catalogue.subject(strategy);
        ServerKind kind = subject.server();
        StartedServer.orSkip(kind, SERVERS);
        Map<String, String> its = new TreeMap<>(subject.settings().of(0, SERVERS));
        its.putAll(options);
        try (SettingsFile settings = SettingsFile.write(Map.of(strategy, its));
                SoloJvm jvm = new SoloJvm(strategy, strategy, settings.jvmArgument());
                ServerCounter counter = ServerCounter.open(kind, SERVERS)) {
            jvm.ready();
            return TrafficRun.of(jvm, counter, most, window);
        }
    }

    @Test
    void oneCommandPerIdIsOneRoundTripAlsoWhereItIsAScript() throws InterruptedException {
        Traffic traffic = measured("redis-incr");

        assertThat(traffic.ids()).isGreaterThanOrEqualTo(2_000);
        assertThat(traffic.roundTrips()).isCloseTo(1, Percentage.withPercentage(1));
        assertThat(traffic.burned()).isZero();
    }

    @Test
    void oneStatementPerIdIsOneRoundTrip() throws InterruptedException {
        Traffic traffic = measured("mysql-auto-increment");

        assertThat(traffic.roundTrips()).isCloseTo(1, Percentage.withPercentage(1));
        assertThat(traffic.burned()).isZero();
    }

    @Test
    void aRangePerThousandsOfIdsIsAsManyRoundTripsLess() throws InterruptedException {
        Traffic traffic = measured("leaf-segment", Map.of(), 100_000, Duration.ofMinutes(1));

        assertThat(traffic.ids()).isEqualTo(100_000);
        assertThat(traffic.roundTrips()).isPositive().isLessThan(0.01);
    }

    @Test
    void burnedIsWhatTheStoreHasGivenOutAndNobodyGot() throws InterruptedException, SQLException {
        StartedServer.orSkip(ServerKind.MYSQL, SERVERS);
        Catalogue.subject("leaf-segment").settings().of(0, SERVERS);
        sql("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('blocks', 1, 6400)");
        // A thread takes blocks of a 64th of a segment, and the rest of its last one is lost; all else is given back.
        Map<String, String> options = Map.of("tag", "blocks", "order", "thread");

        Traffic traffic = measured("leaf-segment", options, 2_050, Duration.ofMinutes(1));

        assertThat(traffic.ids()).isEqualTo(2_050);
        // With the first one, of before the count, that is 21 blocks; and one that the generator after it took.
        assertThat(traffic.burned()).isEqualTo(2_100 - 2_051);
        assertThat(sql("SELECT max_id - 1 FROM leaf_alloc WHERE biz_tag = 'blocks'"))
                .isEqualTo(2_200);
    }

    private static long sql(String statement) throws SQLException {
        try (Connection connection = SERVERS.mySql().connect();
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
