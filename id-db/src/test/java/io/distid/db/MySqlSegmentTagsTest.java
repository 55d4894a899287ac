package io.distid.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.StoreRegressedException;
import io.distid.spi.SegmentStore;
import io.distid.testservers.Database;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tags of a table whose column is compared without case, as most are. */
class MySqlSegmentTagsTest {
    /** What one spelling was granted, another may not be. */
    @Test
    void whatWasSeenOfARowIsKnownByAllSpellingsOfItsTag() throws Exception {
        Database database = Servers.shared().createDatabase();
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('Order', 1, 10)");
        try (SegmentStore store = Segments.open(database)) {
            for (String tag : List.of("ORDER", "Order", "order")) {
                store.claim(tag, 10);
                Servers.execute(database, "UPDATE leaf_alloc SET max_id = max_id - 10");
                for (String other : List.of("order", "ORDER", "Order")) {
                    assertThatThrownBy(() -> store.claim(other, 10)).isInstanceOf(StoreRegressedException.class);
                }
                Servers.execute(database, "UPDATE leaf_alloc SET max_id = max_id + 20");
            }
        }
    }
}
