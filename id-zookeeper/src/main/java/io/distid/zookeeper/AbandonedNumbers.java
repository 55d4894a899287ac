package io.distid.zookeeper;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import io.distid.worker.WorkerRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a Leaf fleet whose holders are gone, for a process that finds no free number. A former holder notices that its node is gone. Safe for
 * use by any number of threads.
 */
record AbandonedNumbers(
        ZooKeeperTree tree, LeafSnowflakeNodes nodes, RecordStore store, LeafSnowflakeFleet.Settings settings) {

    /**
     * Renames the node of a number whose holder is gone. The number then belongs to this process's address.
     *
     * @param members the nodes, in the order of their numbers
     * @return false if each number is held; otherwise the caller reads the fleet again
     */
    boolean takeOver(List<LeafSnowflakeNode> members, WorkerRequest request) throws KeeperException {
        List<LeafSnowflakeNode> allowed =
                members.stream().filter(node -> node.isWithin(request)).toList();
        List<List<ZooKeeperTree.Step>> renames = new ArrayList<>();
        for (int i = 0; i < allowed.size(); ) {
            int end = allowed.get(i).number() + store.readLimit();
            List<LeafSnowflakeNode> window = allowed.subList(i, allowed.size()).stream()
                    .takeWhile(node -> node.number() < end)
                    .toList();
            addRenames(window, request, renames);
            i += window.size();
        }
        // Rotated, so that processes that start together do not all try the same number.
        Collections.rotate(renames, settings.address().hashCode());
        for (List<ZooKeeperTree.Step> rename : renames) {
            try {
                tree.commit(rename);
                return true;
            } catch (KeeperException.NoNodeException
                    | KeeperException.BadVersionException
                    | KeeperException.NodeExistsException e) {
                // The number is in use again, or another process took it over.
            }
        }
        return !renames.isEmpty();
    }

    /**
     * Adds the renames of a window. Leaf's nodes are read first: a rename requires the version from before the record
     * was read.
     */
    private void addRenames(
            List<LeafSnowflakeNode> window, WorkerRequest request, List<List<ZooKeeperTree.Step>> renames)
            throws KeeperException {
        List<ZooKeeperTree.@Nullable Node> leafs =
                tree.readAll(window.stream().map(nodes::path).toList());
        int first = window.get(0).number();
        int last = window.get(window.size() - 1).number();
        View view = store.read(request.namespace(), first, last - first + 1);
        for (int i = 0; i < window.size(); i++) {
            ZooKeeperTree.Node leaf = leafs.get(i);
            int number = window.get(i).number();
            LeaseRecord record = view.records().get(number);
            if (leaf != null && isAbandoned(leaf, record, view.at().millis())) {
                String path = nodes.path(window.get(i));
                boolean isLeafs = record != null && LeafSnowflakeNodes.isLeafs(record);
                long timestamp = isLeafs
                        ? LeafSnowflakeUpload.timestamp(path, leaf.data())
                        : LeafSnowflakeNodes.unreserved(record);
                renames.add(List.of(
                        new ZooKeeperTree.Delete(path, nodes.version(path, leaf)),
                        new ZooKeeperTree.Create(
                                nodes.path(new LeafSnowflakeNode(settings.address(), number)),
                                LeafSnowflakeUpload.of(settings.address(), timestamp)
                                        .bytes())));
            }
        }
    }

    private boolean isAbandoned(ZooKeeperTree.Node leaf, @Nullable LeaseRecord record, long now) {
        long silent = now - leaf.stat().getMtime();
        if (record != null && LeafSnowflakeNodes.isLeafs(record)) {
            // It is never certain that a Leaf is gone.
            return settings.reuseAfter() != null
                    && silent >= settings.reuseAfter().toMillis();
        }
        // A process that has just created or renamed a node may be about to use it.
        boolean isNew = leaf.stat().getVersion() == 0 && silent < LeafSnowflakeNodes.LEAF_SILENCE.toMillis();
        return !isNew && (record == null || record.freeFrom() <= now);
    }
}
