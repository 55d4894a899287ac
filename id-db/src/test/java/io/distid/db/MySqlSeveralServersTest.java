package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.testkit.LongIdGeneratorContract;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two ticket servers as Flickr had them, one odd and one even: two databases whose sessions count by different series. */
class MySqlSeveralServersTest extends LongIdGeneratorContract {
    private final MySqlServer server = Servers.shared();
    private final Database odd = server.createDatabase();
    private final Database even = server.createDatabase();

    @BeforeEach
    void letOneUserIntoBoth() throws SQLException {
        Servers.administer(server, "GRANT ALL ON `" + even.name() + "`.* TO '" + odd.user() + "'@'%'");
    }

    @Override
    protected String strategy() {
        return "mysql-replace-into";
    }

    @Override
    protected Map<String, String> config(int node) {
        return config(counting(odd, 2, 1) + " " + counting(even, 2, 2));
    }

    @Test
    void bothServersTakeTurns() {
        try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(0))) {
            long[] ids = LongStream.generate(generator::nextId).limit(10).toArray();
            assertThat(LongStream.of(ids).filter(id -> id % 2 == 0).count()).isEqualTo(5);
            assertThat(generator.traits().ordering()).isEqualTo(Ordering.NONE);
            assertThat(generator.traits().timeSorted()).isFalse();
        }
    }

    @Test
    void batchOfOneServerKeepsToItsSeries() {
        try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(0))) {
            long[] ids = new long[3_000];
            generator.nextIds(ids, 0, ids.length);
            assertThat(LongStream.of(ids).map(id -> id % 2).distinct().count()).isEqualTo(1);
            assertThat(ids).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void otherServerGoesOnWhenOneCannotBeReached() {
        String gone = "jdbc:mysql://127.0.0.1:1/" + odd.name();
        try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(gone + " " + counting(even, 2, 2)))) {
            assertThat(LongStream.generate(generator::nextId).limit(10)).allMatch(id -> id % 2 == 0);
        }
    }

    @Test
    void oneOfSeveralServersAloneClaimsNoOrderAcrossGenerators() {
        try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(counting(odd, 2, 1)))) {
            assertThat(generator.traits().ordering()).isEqualTo(Ordering.PER_GENERATOR);
            assertThat(generator.traits().timeSorted()).isFalse();
        }
    }

    @Test
    void serversWhoseSeriesMeetAreRefused() {
        String same = counting(odd, 2, 1) + " " + counting(even, 2, 1);
        String narrow = counting(odd, 2, 1) + " " + counting(even, 3, 2);
        String ignored = counting(odd, 2, 3);
        for (String urls : new String[] {same, narrow, ignored}) {
            assertThatThrownBy(() -> IdGenerators.openLong(strategy(), config(urls)))
                    .as(urls)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"url\"")
                    .hasMessageContaining("auto_increment_offset");
        }
    }

    private Map<String, String> config(String urls) {
        return new HashMap<>(Servers.config(odd, "url", urls));
    }

    private static String counting(Database database, int increment, int offset) {
        return database.url() + "&sessionVariables=auto_increment_increment=" + increment + ",auto_increment_offset="
                + offset;
    }
}
