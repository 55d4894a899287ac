package io.distid.zookeeper;

import io.distid.spi.RecordStore.LeaseRecord;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of others beside the records of a {@link ZooKeeperRecordStore}, at most one for each, such as those of a Leaf fleet. A record and its companion are
 * always written by one transaction. So if the companion was changed by another transaction, somebody else wrote it. Safe for use by any number of
 * threads.
 */
interface CompanionNodes {
    /** Where the companion of a record is; null if it has none. */
    @Nullable
    String path(int id);

    /**
     * The record as it counts beside its companion, both as they stood at one moment.
     *
     * @param path of the companion
     * @param companion null if it is gone
     * @param written how the record's node stands; null if there is none
     */
    @Nullable
    LeaseRecord seen(
            String path, ZooKeeperTree.@Nullable Node companion, @Nullable LeaseRecord record, @Nullable Stat written);

    /**
     * What belongs into the transaction that writes a record. It fails if the companion was changed since it was read.
     *
     * @param path of the companion
     * @param companion as it was read; null if it was gone
     */
    ZooKeeperTree.Step writing(String path, ZooKeeperTree.@Nullable Node companion, LeaseRecord next);
}
