package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MySqlUpdateTest {
    private final Database database = Servers.shared().createDatabase();

    private LongIdGenerator open(String... more) {
        return IdGenerators.openLong("mysql-update", Servers.config(database, more));
    }

    @Test
    void idsAreConsecutiveFromStartAndABatchIsOneStatement() throws Exception {
        try (LongIdGenerator ids = open("start", "1000")) {
            assertThat(ids.nextId()).isEqualTo(1000);
            long before = Servers.number(database, "SELECT value FROM distid_counters");
            long[] many = new long[5000];
            ids.nextIds(many, 0, many.length);
            assertThat(many).containsExactly(LongStream.range(1001, 6001).toArray());
            assertThat(Servers.number(database, "SELECT value FROM distid_counters"))
                    .isEqualTo(before + 5000);
        }
        try (LongIdGenerator ids = open("start", "1")) {
            assertThat(ids.nextId()).as("the row goes on").isEqualTo(6001);
        }
    }

    @Test
    void tagsCountByThemselves() {
        try (LongIdGenerator orders = open("tag", "orders");
                LongIdGenerator users = open("tag", "users")) {
            assertThat(orders.nextId()).isEqualTo(1);
            assertThat(orders.nextId()).isEqualTo(2);
            assertThat(users.nextId()).isEqualTo(1);
        }
    }

    @Test
    void rowThatWentBackOrIsGoneIsRefusedAndLeftAsItIs() throws Exception {
        try (LongIdGenerator ids = open()) {
            ids.nextIds(new long[10], 0, 10);
            Servers.execute(database, "UPDATE distid_counters SET value = 5");
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("has 5, but 10 was seen")
                    .hasMessageContaining("UPDATE `distid_counters` SET `value` =");
            assertThat(Servers.number(database, "SELECT value FROM distid_counters"))
                    .isEqualTo(5);
            Servers.execute(database, "DELETE FROM distid_counters");
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("is gone")
                    .hasMessageContaining("INSERT INTO `distid_counters`");
            Servers.execute(database, "INSERT INTO distid_counters (name, value) VALUES ('distid', 20)");
            assertThat(ids.nextId()).as("once an operator has mended it").isEqualTo(21);
        }
    }

    @Test
    void idsEndAtTheGreatestLong() throws Exception {
        try (LongIdGenerator ids = open()) {
            Servers.execute(database, "UPDATE distid_counters SET value = " + (Long.MAX_VALUE - 3));
            assertThat(ids.nextId()).isEqualTo(Long.MAX_VALUE - 2);
            assertThatThrownBy(() -> ids.nextIds(new long[3], 0, 3))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("fewer than 3");
            assertThat(ids.nextId()).isEqualTo(Long.MAX_VALUE - 1);
            assertThat(ids.nextId()).isEqualTo(Long.MAX_VALUE);
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void tableOfAnotherShapeServesByItsColumns() throws Exception {
        Servers.execute(
                database,
                "CREATE TABLE sequence (seq_name VARCHAR(50) PRIMARY KEY, current_value BIGINT UNSIGNED NOT NULL, increment INT"
                        + " NOT NULL DEFAULT 1)",
                "INSERT INTO sequence VALUES ('orders', 41, 1)");
        try (LongIdGenerator ids =
                open("table", "sequence", "tag-column", "seq_name", "value-column", "current_value", "tag", "orders")) {
            assertThat(ids.nextId()).isEqualTo(42);
        }
    }
}
