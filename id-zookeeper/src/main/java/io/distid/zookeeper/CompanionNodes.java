package io.distid.zookeeper;

import io.distid.spi.RecordStore.LeaseRecord;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of other programs beside the records of a {@link ZooKeeperRecordStore}, at most one for each record, such as the nodes of a Leaf fleet. One
 * transaction always writes a record and its companion. So if another transaction changed the companion, another program wrote it. Safe for use by any
 * number of threads.
 */
interface CompanionNodes {
    /** The path of a record's companion; null if it has none. */
    @Nullable
    String path(int id);

    /**
     * Returns the record that counts beside a companion, both read at one moment.
     *
     * @param path the path of the companion
     * @param companion the companion; null if it is gone
     * @param written the state of the record's node; null if there is none
     */
    @Nullable
    LeaseRecord seen(
            String path, ZooKeeperTree.@Nullable Node companion, @Nullable LeaseRecord record, @Nullable Stat written);

    /**
     * Returns the step for the transaction that writes a record. The step fails if the companion has changed since it
     * was read.
     *
     * @param path the path of the companion
     * @param companion the companion that was read; null if it was gone
     */
    ZooKeeperTree.Step writing(String path, ZooKeeperTree.@Nullable Node companion, LeaseRecord next);
}
