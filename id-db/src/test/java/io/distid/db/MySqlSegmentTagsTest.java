package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import org.junit.jupiter.api.Test;

/** Tags of a table whose column is compared without case, as most are. */
class MySqlSegmentTagsTest {
    /** Two spellings would be one row, of which each would know only what it was granted itself. */
    @Test
    void otherSpellingOfATagIsRefusedAndClaimsNothing() throws Exception {
        Database database = Servers.shared().createDatabase();
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('Order', 1, 10)");
        try (SegmentStore store = Segments.open(database)) {
            assertThat(store.claim("Order", 10)).isEqualTo(new Segment(1, 11));
            for (String other : new String[] {"ORDER", "order", "Order "}) {
                assertThatThrownBy(() -> store.claim(other, 10))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("no tag \"" + other + "\"");
                assertThatThrownBy(() -> store.step(other)).isInstanceOf(ConfigException.class);
            }
            assertThat(store.claim("Order", 10)).isEqualTo(new Segment(11, 21));
        }
    }
}
