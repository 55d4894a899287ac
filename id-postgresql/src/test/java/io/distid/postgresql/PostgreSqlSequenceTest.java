package io.distid.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import io.distid.sql.Servers;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgreSqlSequenceTest {
    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    private LongIdGenerator open(String... more) {
        return IdGenerators.openLong("postgresql-sequence", Servers.config(database, more));
    }

    @Test
    void idsCountFromStartAndManyAreOneStatement() throws SQLException {
        try (LongIdGenerator ids = open("start", "1000")) {
            assertThat(ids.nextId()).isEqualTo(1000);
            long[] many = new long[2500];
            ids.nextIds(many, 0, many.length);
            assertThat(many).containsExactly(LongStream.range(1001, 3501).toArray());
            assertThat(ids.traits().ordering()).isEqualTo(Ordering.GLOBAL);
        }
        try (LongIdGenerator ids = open()) {
            assertThat(ids.nextId()).as("it goes on").isEqualTo(3501);
        }
    }

    @Test
    void batchIsWhatTheSequenceCountsBy() throws SQLException {
        try (LongIdGenerator one = open("batch", "10");
                LongIdGenerator other = open("batch", "10")) {
            assertThat(one.nextId()).isEqualTo(1);
            assertThat(other.nextId()).isEqualTo(11);
            assertThat(one.nextId()).isEqualTo(2);
            long[] rest = new long[10];
            one.nextIds(rest, 0, 10);
            assertThat(rest).containsExactly(3, 4, 5, 6, 7, 8, 9, 10, 21, 22);
            assertThat(one.traits().ordering()).isEqualTo(Ordering.PER_GENERATOR);
            assertThat(Servers.number(database, "SELECT last_value FROM distid_sequence"))
                    .isEqualTo(21);
        }
    }

    @Test
    void idsInHandAreDroppedInACopyOfTheProcess() {
        try (LongIdGenerator ids = open("batch", "10")) {
            assertThat(ids.nextId()).isEqualTo(1);
            CopyDetector.system().suspected();
            assertThat(ids.nextId()).isEqualTo(11);
        }
    }

    @Test
    void anotherIdeaOfTheBatchIsRefused() {
        open("batch", "10").close();
        for (String batch : new String[] {"1", "20"}) {
            assertThatThrownBy(() -> open("batch", batch))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("counts by 10, must be " + batch)
                    .hasMessageContaining("\"batch\"")
                    .hasMessageContaining("ALTER SEQUENCE");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CYCLE | it would begin again at its end",
                "INCREMENT BY -1 | counts by -1, must be 1",
                "AS int | it is integer and would end early",
                "CACHE 20 | each session takes 20 numbers at a time",
            })
    void sequenceOnWhichIdsCouldRepeatOrShrinkIsRefused(String options, String message) throws SQLException {
        Servers.execute(database, "CREATE SEQUENCE odd " + options);
        assertThatThrownBy(() -> open("sequence", "odd"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("ALTER SEQUENCE \"odd\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE UNLOGGED SEQUENCE odd", "CREATE TABLE odd (id bigint)"})
    void relationThatIsForgottenOrNoSequenceIsRefused(String ddl) throws SQLException {
        Servers.execute(database, ddl);
        assertThatThrownBy(() -> open("sequence", "odd"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"sequence\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT setval('distid_sequence', 5)",
                "DROP SEQUENCE distid_sequence; CREATE SEQUENCE distid_sequence",
            })
    void sequenceThatWentBackOrWasMadeAgainIsRefusedUntilItIsMovedOn(String sql) throws SQLException {
        try (LongIdGenerator ids = open()) {
            ids.nextIds(new long[10], 0, 10);
            Servers.execute(database, sql);
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("but 10 was given before")
                    .hasMessageContaining("SELECT setval('\"distid_sequence\"', 10)");
            long stood = Servers.number(database, "SELECT last_value FROM distid_sequence");
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
            assertThat(Servers.number(database, "SELECT last_value FROM distid_sequence"))
                    .as("it is not moved on by drawing")
                    .isEqualTo(stood);
            Servers.execute(database, "SELECT setval('\"distid_sequence\"', 10)");
            assertThat(ids.nextId()).isEqualTo(11);
        }
    }

    @Test
    void idsEndAtTheGreatestLong() throws SQLException {
        try (LongIdGenerator ids = open()) {
            Servers.execute(database, "SELECT setval('distid_sequence', " + (Long.MAX_VALUE - 2) + ")");
            assertThat(ids.nextId()).isEqualTo(Long.MAX_VALUE - 1);
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"Orders, orders", "\"Orders\", Orders", "own.ids, ids", "\"Own s\".\"a.b\", a.b"})
    void nameIsSpeltAsInSql(String given, String relation) throws SQLException {
        Servers.execute(database, "CREATE SCHEMA own", "CREATE SCHEMA \"Own s\"");
        try (LongIdGenerator ids = open("sequence", given)) {
            assertThat(ids.nextId()).isEqualTo(1);
        }
        assertThat(Servers.number(
                        database, "SELECT count(*) FROM pg_class WHERE relkind = 'S' AND relname = '" + relation + "'"))
                .isEqualTo(1);
    }

    @Test
    void twoServersGiveNumbersOfTheirOwn() {
        Database second = server.createDatabase();
        try (LongIdGenerator ids = IdGenerators.openLong(
                "postgresql-sequence",
                Servers.config(
                        // One user for both, as the settings have it.
                        new Database(
                                database.name(),
                                withUser(database) + " " + withUser(second),
                                database.user(),
                                database.password()),
                        "batch",
                        "1"))) {
            assertThat(LongStream.generate(ids::nextId).limit(6).toArray()).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
            assertThat(ids.traits().ordering()).isEqualTo(Ordering.NONE);
        }
    }

    private static String withUser(Database database) {
        return database.url() + "?user=" + database.user() + "&password=" + database.password();
    }

    @Test
    void oneIdIsOneRoundTrip() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                LongIdGenerator ids = IdGenerators.openLong(
                        "postgresql-sequence", Servers.config(Servers.through(database, link.address())))) {
            link.delay(Duration.ofMillis(2));
            for (int i = 0; i < 10; i++) {
                ids.nextId();
            }
            Eventually.await("one answer for each").until(() -> {
                long before = link.answers();
                for (int i = 0; i < 5; i++) {
                    ids.nextId();
                }
                return link.answers() - before == 5;
            });
        }
    }
}
