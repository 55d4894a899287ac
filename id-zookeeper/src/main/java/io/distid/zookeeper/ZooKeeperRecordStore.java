package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Records in nodes, below a node for each namespace, which holds the header. Beside the records that node has one more child, which is named
 * after the header's token. Safe for use by any number of threads.
 */
final class ZooKeeperRecordStore implements RecordStore {
    /*
     * ZooKeeper compares versions, but a version can come again, after a node is created again or the ensemble is restored from a copy. The token
     * in the child's name cannot come again. So each transaction names that child:
     *
     * - A write of the header replaces the child of the expected token by the child of the next token. It succeeds only if the expected header is
     *   still there.
     *
     * - A write of a record succeeds only while the header is as it was when the record was read. Until then the version shows every grant of the
     *   id. A grant after a restore or after a lost record first changes the header.
     *
     * ZooKeeper counts the children that the namespace's node has ever had. Each write of the header created one child, and the node's version
     * counts these writes. The other children are the records.
     *
     * Only writes report the time, so the store writes to a node after all reads. The leader of a majority carries out that write. So the reads
     * before it, behind a sync, are not those of a server that lags.
     *
     * Each election of a leader begins an epoch, and so does each start of an ensemble. If an ensemble is restored twice from one copy, two epochs
     * have the same number. So an epoch's name has its number and the time of its first write, to a node for that purpose.
     */
    private static final int READS = 256;
    private static final int WRITES = 128;
    private static final int TRIES = 8;
    /** The name cannot be a namespace's, since no namespace has a colon. */
    private static final String CLOCK = "/:clock";

    private static final String EPOCH = "/:epoch";

    private static final byte[] NOTHING = {};

    private final ZooKeeperTree tree;
    private final String path;
    private final UnaryOperator<String> elements;
    private final @Nullable CompanionNodes companions;

    ZooKeeperRecordStore(ZooKeeperTree tree, String path) {
        this(tree, path, ZooKeeperKeys::element, null);
    }

    /**
     * Creates a store whose records are beside nodes of other programs.
     *
     * @param elements the name of a namespace's node below the path
     */
    ZooKeeperRecordStore(
            ZooKeeperTree tree, String path, UnaryOperator<String> elements, @Nullable CompanionNodes companions) {
        this.tree = tree;
        this.path = path;
        this.elements = elements;
        this.companions = companions;
    }

    @Override
    public View read(String namespace, int firstId, int count) {
        return on(namespace, () -> {
            Seen seen = look(
                    namespace,
                    IntStream.range(0, count).mapToObj(i -> firstId + i).toList());
            return new View(seen.header, seen.count, seen.records, Objects.requireNonNull(seen.at));
        });
    }

    @Override
    public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
        String node = node(namespace);
        byte[] text = RecordText.of(next).getBytes(StandardCharsets.UTF_8);
        ZooKeeperTree.Step mark = new ZooKeeperTree.Create(mark(node, next), NOTHING);
        List<ZooKeeperTree.Step> steps = expected == null
                ? List.of(new ZooKeeperTree.Create(node, text), mark)
                : List.of(
                        new ZooKeeperTree.Delete(mark(node, expected), ZooKeeperTree.ANY_VERSION),
                        mark,
                        new ZooKeeperTree.Write(node, text, ZooKeeperTree.ANY_VERSION));
        return on(namespace, () -> {
            if (isCommitted(steps)) {
                return true;
            }
            Header found = look(namespace, List.of()).header;
            // If nothing is found, the nodes above were missing, and the read has created them.
            return found == null && expected == null ? isCommitted(steps) : next.equals(found);
        });
    }

    private boolean isCommitted(List<ZooKeeperTree.Step> steps) throws KeeperException {
        try {
            tree.commit(steps);
            return true;
        } catch (KeeperException.NoNodeException | KeeperException.NodeExistsException e) {
            return false;
        }
    }

    @Override
    public List<Outcome> write(String namespace, List<Write> writes) {
        return on(namespace, () -> {
            Map<Integer, Outcome> outcomes = new HashMap<>();
            List<Write> open = writes;
            for (int tries = 0; !open.isEmpty(); tries++) {
                if (tries == TRIES) {
                    throw new BackendException(where(namespace) + " is being changed by others; trying again");
                }
                List<Integer> ids = open.stream().map(Write::id).toList();
                // The server's time costs a write, and is needed only if something differs from the expected.
                Seen seen = tries == 0 ? glance(namespace, ids) : look(namespace, ids);
                if (seen == null) {
                    continue;
                }
                List<Write> fitting = new ArrayList<>();
                for (Write write : open) {
                    if (fits(write, seen)) {
                        fitting.add(write);
                    } else if (seen.at != null) {
                        outcomes.put(write.id(), unwritten(write, seen, seen.at));
                    }
                }
                if (!fitting.isEmpty()) {
                    outcomes.putAll(commit(namespace, fitting, seen));
                }
                open = open.stream()
                        .filter(write -> !outcomes.containsKey(write.id()))
                        .toList();
            }
            return writes.stream().map(write -> outcomes.get(write.id())).toList();
        });
    }

    private static boolean fits(Write write, Seen seen) {
        LeaseRecord expected = write.expected();
        LeaseRecord found = seen.records.get(write.id());
        boolean isExpected = expected == null
                ? found == null
                : found != null && found.token().equals(expected.token());
        return isExpected
                && seen.header != null
                && (write.header() == null
                        || seen.header.token().equals(write.header().token()));
    }

    private static boolean isCounted(Write write) {
        return write.expected() == null || write.header() != null;
    }

    /**
     * Returns the outcome of a write that does not fit: another write was first, or an earlier attempt of this one was
     * carried out.
     */
    private static Outcome unwritten(Write write, Seen seen, Moment at) {
        LeaseRecord found = seen.records.get(write.id());
        if (found == null || !found.token().equals(write.next().token())) {
            return new Differs(found, seen.header, at);
        }
        return follows(write.expected(), found)
                ? new Written(found, seen.header, isCounted(write) ? seen.count : null, at)
                : new Overwrote(found, at);
    }

    /** Commits writes; refused writes are missing in the result. */
    private Map<Integer, Outcome> commit(String namespace, List<Write> writes, Seen seen) throws KeeperException {
        String node = node(namespace);
        ZooKeeperTree.Commits commits = tree.commitEach(
                writes.stream().map(write -> steps(node, write, seen)).toList(), node);
        Map<Integer, Outcome> outcomes = new HashMap<>();
        Stat epoch = seen.epoch;
        for (int i = 0; i < writes.size(); i++) {
            Write write = writes.get(i);
            Stat stat = commits.written().get(i);
            if (stat != null) {
                if (!isOfOneEpoch(epoch, stat)) {
                    // The epoch differs from that of the last write to any record of this path.
                    epoch = look(namespace, List.of()).epoch;
                }
                Moment at = moment(namespace, stat, epoch);
                LeaseRecord next = write.next();
                LeaseRecord record = new LeaseRecord(
                        next.token(), next.bound(), next.stamped(), next.freeFrom(), next.holder(), new Version(stat));
                boolean isCounted = isCounted(write) && commits.note() != null;
                outcomes.put(
                        write.id(),
                        follows(seen.records.get(write.id()), record)
                                ? new Written(record, seen.header, isCounted ? count(commits.note()) : null, at)
                                : new Overwrote(record, at));
            }
        }
        return outcomes;
    }

    private List<ZooKeeperTree.Step> steps(String node, Write write, Seen seen) {
        String record = node + "/" + write.id();
        byte[] text = RecordText.of(write.next()).getBytes(StandardCharsets.UTF_8);
        List<ZooKeeperTree.Step> steps = new ArrayList<>();
        steps.add(new ZooKeeperTree.Check(mark(node, Objects.requireNonNull(seen.header))));
        Companion beside = seen.companions.get(write.id());
        if (companions != null && beside != null) {
            steps.add(companions.writing(beside.path, beside.node, write.next()));
        }
        LeaseRecord found = seen.records.get(write.id());
        if (found == null || found.version() == null) {
            // Written again at once, since only a write reports the time.
            steps.add(new ZooKeeperTree.Create(record, text));
            steps.add(new ZooKeeperTree.Write(record, text, 0));
        } else {
            int writes = version(found).writes;
            steps.add(new ZooKeeperTree.Write(
                    record,
                    text,
                    NamedVersion.of(tree, record, writes, "once the reservations of its holders are over")));
        }
        return steps;
    }

    /**
     * Whether a record replaced the expected one. A single server has only one epoch, so the header does not show a restore. Its transactions
     * may show it, by falling back.
     */
    private static boolean follows(@Nullable LeaseRecord expected, LeaseRecord written) {
        return expected == null
                || expected.version() == null
                || version(written).createdBy == version(expected).createdBy
                        && version(written).writtenBy > version(expected).writtenBy;
    }

    /** How often a record was written, and the transactions that created it and wrote it last. */
    private record Version(int writes, long createdBy, long writtenBy) {
        Version(Stat stat) {
            this(stat.getVersion(), stat.getCzxid(), stat.getMzxid());
        }
    }

    private static Version version(LeaseRecord record) {
        return (Version) Objects.requireNonNull(record.version(), "read or written by this store");
    }

    /**
     * A part of a namespace, as it was read.
     *
     * @param epoch the state of the epoch's node; null if there was none
     * @param companions the companions of the ids that have one
     * @param at null if no time was read; then the answer may be from a server that lags
     */
    private record Seen(
            @Nullable Stat epoch,
            @Nullable Header header,
            Count count,
            Map<Integer, LeaseRecord> records,
            Map<Integer, Companion> companions,
            @Nullable Moment at) {}

    /** The node of another program beside a record; null if it is gone. */
    private record Companion(String path, ZooKeeperTree.@Nullable Node node) {}

    /** Reads without the server's time. Null if another process changed something meanwhile. */
    private @Nullable Seen glance(String namespace, List<Integer> ids) throws KeeperException {
        List<String> paths = paths(namespace, ids);
        return seen(namespace, ids, paths, tree.readAll(paths), null);
    }

    private Seen look(String namespace, List<Integer> ids) throws KeeperException {
        for (int tries = 0; tries < TRIES; tries++) {
            List<String> paths = paths(namespace, ids);
            ZooKeeperTree.Look look = tree.look(paths, path + CLOCK);
            ZooKeeperTree.Node epoch = look.nodes().get(0);
            if (look.clock() == null) {
                unlessRaced(() -> tree.createWithParents(path + CLOCK, NOTHING));
            } else if (epoch == null) {
                unlessRaced(() -> tree.create(path + EPOCH, NOTHING));
            } else if (!isOfOneEpoch(epoch.stat(), look.clock())) {
                unlessRaced(() -> tree.write(path + EPOCH, NOTHING, epoch.stat().getVersion()));
            } else {
                Seen seen = seen(namespace, ids, paths, look.nodes(), moment(namespace, look.clock(), epoch.stat()));
                if (seen != null) {
                    return seen;
                }
            }
        }
        throw new BackendException(where(namespace) + ": other clients keep changing what is read, or remove nodes "
                + path + CLOCK + " and " + path + EPOCH + ", which give the ensemble's time and epoch");
    }

    /** A change that other processes make, too. */
    private interface Change {
        void run() throws KeeperException;
    }

    private static void unlessRaced(Change change) throws KeeperException {
        try {
            change.run();
        } catch (KeeperException.NodeExistsException
                | KeeperException.BadVersionException
                | KeeperException.NoNodeException e) {
            // The next read shows the result of the other process.
        }
    }

    /**
     * The paths to read. A companion is read before and after its record: if it has not changed in between, both were so
     * at one moment.
     */
    private List<String> paths(String namespace, List<Integer> ids) {
        List<String> paths = new ArrayList<>(ids.size() + 2);
        paths.add(path + EPOCH);
        paths.add(node(namespace));
        for (int id : ids) {
            String companion = companions == null ? null : companions.path(id);
            String record = node(namespace) + "/" + id;
            paths.addAll(companion == null ? List.of(record) : List.of(companion, record, companion));
        }
        return paths;
    }

    /** Assembles what was read; null if a companion changed while its record was read. */
    private @Nullable Seen seen(
            String namespace,
            List<Integer> ids,
            List<String> paths,
            List<ZooKeeperTree.@Nullable Node> nodes,
            @Nullable Moment at) {
        ZooKeeperTree.Node epoch = nodes.get(0);
        ZooKeeperTree.Node top = nodes.get(1);
        Header header = top == null ? null : RecordText.header(text(top), where(namespace));
        Map<Integer, LeaseRecord> records = new HashMap<>();
        Map<Integer, Companion> beside = new HashMap<>();
        int next = 2;
        for (int id : ids) {
            String path = node(namespace) + "/" + id;
            boolean isAlone = paths.get(next).equals(path);
            ZooKeeperTree.Node node = nodes.get(isAlone ? next : next + 1);
            LeaseRecord record =
                    node == null ? null : RecordText.record(text(node), new Version(node.stat()), "node " + path);
            if (!isAlone && companions != null) {
                ZooKeeperTree.Node companion = nodes.get(next);
                if (lastWrite(companion) != lastWrite(nodes.get(next + 2))) {
                    return null;
                }
                record = companions.seen(paths.get(next), companion, record, node == null ? null : node.stat());
                beside.put(id, new Companion(paths.get(next), companion));
            }
            if (record != null) {
                records.put(id, record);
            }
            next += isAlone ? 1 : 3;
        }
        Count count = top == null ? new Count(0, 0) : count(top);
        return new Seen(epoch == null ? null : epoch.stat(), header, count, records, beside, at);
    }

    private static long lastWrite(ZooKeeperTree.@Nullable Node node) {
        return node == null ? 0 : node.stat().getMzxid();
    }

    private static String text(ZooKeeperTree.Node node) {
        return new String(node.data(), StandardCharsets.UTF_8);
    }

    private static Count count(ZooKeeperTree.Node namespace) {
        Stat stat = namespace.stat();
        // A client reads the sum of creations and removals. With the present children it is twice the creations.
        long made = ((long) stat.getCversion() + stat.getNumChildren()) / 2;
        return new Count(made - stat.getVersion() - 1, stat.getNumChildren() - 1L);
    }

    private Moment moment(String namespace, Stat written, @Nullable Stat epoch) {
        if (!isOfOneEpoch(epoch, written)) {
            throw new BackendException(where(namespace) + ": ZooKeeper has elected another leader since; trying again");
        }
        return new Moment(written.getMtime(), "epoch-" + epochOf(epoch) + "-" + epoch.getMtime());
    }

    /** Whether the epoch's node and another write are of the same epoch. */
    private static boolean isOfOneEpoch(@Nullable Stat epoch, Stat written) {
        return epoch != null && epochOf(epoch) == epochOf(written);
    }

    private static long epochOf(Stat written) {
        return written.getMzxid() >>> Integer.SIZE;
    }

    private String node(String namespace) {
        return path + "/" + elements.apply(namespace);
    }

    private static String mark(String node, Header header) {
        return node + "/header-" + header.token();
    }

    private <T> T on(String namespace, ZooKeeperTree.Request<T> request) {
        return tree.answer(node(namespace), request);
    }

    @Override
    public int readLimit() {
        return READS;
    }

    @Override
    public int writeLimit() {
        return WRITES;
    }

    @Override
    public String where(String namespace) {
        return "node " + node(namespace) + " of ZooKeeper at " + tree.where();
    }

    @Override
    public void close() {
        tree.close();
    }
}
