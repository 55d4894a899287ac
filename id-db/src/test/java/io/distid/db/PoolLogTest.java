package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.pool.HikariPool;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.ConfigPairs;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What a pool of our own logs beside our own errors. Alone, since all pools of the process have one logger. */
@Isolated
class PoolLogTest {
    private final Map<String, String> config = Servers.config(Servers.shared().createDatabase());

    @Test
    void poolOfAGeneratorThatCouldNotBeOpenedIsClosedWithoutAWarning() {
        try (CapturedLog log = new CapturedLog(HikariPool.class)) {
            for (String table : new String[] {"one", "two", "three"}) {
                assertThatThrownBy(() -> open("table", table, "create", "false"))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(table);
            }
            assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.startsWith("WARNING"));
        }
    }

    @Test
    void poolOfAGeneratorThatIsClosedAtOnceIsClosedWithoutAWarning() {
        try (CapturedLog log = new CapturedLog(HikariPool.class)) {
            open().close();
            assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.startsWith("WARNING"));
        }
    }

    private LongIdGenerator open(String... more) {
        return IdGenerators.openLong("mysql-update", ConfigPairs.with(config, more));
    }
}
