package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.spi.IdConfig;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is MySQL's own of its locks: a row, as it is when the server's clock was ahead at the grant. */
class MySqlLockStoreTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long AHEAD_MILLIS = Duration.ofDays(300).toMillis();

    private final Database database = Servers.shared().createDatabase();

    private LockStore open() {
        MySqlLockStoreProvider provider = new MySqlLockStoreProvider();
        return provider.open(IdConfig.of(provider, Servers.config(database)));
    }

    private static LockStore.Answer take(LockStore store, String token) {
        return store.take("a", token, List.of(token), token, HOUR);
    }

    @Test
    void numberGrowsThoughTheClockWasSetBack() throws Exception {
        try (LockStore store = open()) {
            take(store, "one");
            long ahead = (System.currentTimeMillis() + AHEAD_MILLIS) * 1_000;
            Servers.execute(database, "UPDATE distid_lock SET fence = " + ahead + ", held_until = 0");
            assertThat(take(store, "two")).isEqualTo(new Granted(ahead + 1));
        }
    }

    /** The holder counts its lease by its own clock. */
    @Test
    void leaseOfAClockThatWasSetBackIsCutToItsLength() throws Exception {
        try (LockStore store = open()) {
            take(store, "one");
            Servers.execute(database, "UPDATE distid_lock SET held_until = held_until + " + AHEAD_MILLIS);
            assertThat(((Held) take(store, "two")).atMost()).isPositive().isLessThanOrEqualTo(HOUR);
            assertThat(Servers.number(database, "SELECT held_until FROM distid_lock"))
                    .isLessThan(
                            System.currentTimeMillis() + HOUR.multipliedBy(2).toMillis());
        }
    }
}
