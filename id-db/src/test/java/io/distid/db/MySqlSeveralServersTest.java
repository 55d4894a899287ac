package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.StoreRegressedException;
import io.distid.sql.Servers;
import io.distid.testkit.Eventually;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two ticket servers as Flickr had them, one odd and one even: two databases whose sessions count by different series. */
class MySqlSeveralServersTest extends LongIdGeneratorContract {
    private final SqlServer server = Servers.shared();
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

    /** It has drawn even numbers, too, while it was alone. */
    @Test
    void serverThatIsAddedBelowWhatAnotherDrewAloneIsRefused() throws SQLException {
        long last;
        try (LongIdGenerator alone = IdGenerators.openLong(strategy(), config(odd.url()))) {
            alone.nextIds(new long[100], 0, 100);
            last = alone.nextId();
        }
        String both = counting(odd, 2, 1) + " " + counting(even, 2, 2);
        assertThatThrownBy(() -> IdGenerators.openLong(strategy(), config(both)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("would draw it again, since its counter stands at 1")
                .hasMessageContaining("ALTER TABLE `distid_tickets` AUTO_INCREMENT = ");
        Servers.execute(even, "ALTER TABLE distid_tickets AUTO_INCREMENT = " + (last + 1));
        try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(both))) {
            assertThat(LongStream.generate(generator::nextId).limit(10)).allMatch(id -> id > last);
        }
    }

    /** They draw no more of what the other one has drawn, whichever was reached first. */
    @Test
    void serversThatWereAddedBelowWhatAnotherDrewAloneAreRefusedOnceThatIsReached() throws SQLException {
        Database third = server.createDatabase();
        Servers.administer(server, "GRANT ALL ON `" + third.name() + "`.* TO '" + odd.user() + "'@'%'");
        long last;
        try (LongIdGenerator alone = IdGenerators.openLong(strategy(), config(odd.url()))) {
            alone.nextIds(new long[100_000], 0, 100_000);
            last = alone.nextId();
        }
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()))) {
            link.refuse();
            String all = counting(Servers.through(odd, link.address()), 3, 1) + " " + counting(even, 3, 2) + " "
                    + counting(third, 3, 3);
            try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(all))) {
                assertThat(generator.nextId()).isBetween(2L, 3L);
                link.pass();
                Eventually.await("that the other server is reached")
                        .until(() -> catchThrowable(generator::nextId) instanceof StoreRegressedException);
                for (int call = 0; call < 6; call++) {
                    assertThatThrownBy(generator::nextId)
                            .isInstanceOf(StoreRegressedException.class)
                            .hasMessageContaining("a server that shares its numbers")
                            .hasMessageContaining("ALTER TABLE `distid_tickets` AUTO_INCREMENT = ");
                }
                for (Database each : List.of(even, third)) {
                    Servers.execute(each, "ALTER TABLE distid_tickets AUTO_INCREMENT = " + (last + 1));
                }
                assertThat(LongStream.generate(generator::nextId).limit(10)).allMatch(id -> id > last);
            }
        }
    }

    @Test
    void serversThatHaveExchangedTheirOffsetsAreRefused() {
        try (LongIdGenerator generator = IdGenerators.openLong(strategy(), config(counting(even, 2, 2)))) {
            LongStream.generate(generator::nextId).limit(40).toArray();
        }
        String exchanged = counting(odd, 2, 2) + " " + counting(even, 2, 1);
        assertThatThrownBy(() -> IdGenerators.openLong(strategy(), config(exchanged)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("would draw it again");
        IdGenerators.openLong(strategy(), config(0)).close();
    }

    private Map<String, String> config(String urls) {
        return new HashMap<>(Servers.config(odd, "url", urls));
    }

    private static String counting(Database database, int increment, int offset) {
        return database.url() + "&sessionVariables=auto_increment_increment=" + increment + ",auto_increment_offset="
                + offset;
    }
}
