package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Redis Cluster: three masters with a third of the slots each, and a replica of each. As safe for use by several threads as every
 * {@link Ensemble}.
 *
 * <p>Each slot has a leader: {@link #leader()} is that of slot 0, {@link #leader(String)} that of a key's slot. Replication is
 * asynchronous, as between the servers of a {@link RedisSentinelSet}.
 *
 * <p>The nodes wait for an hour before they declare another node dead. This machine may stand still for seconds, and no test may lose a
 * master by that. {@link #awaitSuccessor} lowers the wait to two seconds.
 */
public final class RedisCluster extends Ensemble<RedisServer> {
    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;
    private static final int SLOTS = 16_384;
    private static final int BUS = 10_000;
    private static final String PATIENT_MILLIS = "3600000";
    private static final String HASTY_MILLIS = "2000";

    private final List<LossyLink> links;
    private volatile int slot;

    private RedisCluster(EnsembleNetwork network, List<RedisServer> members, List<LossyLink> links) {
        super(network, members);
        this.links = links;
    }

    /**
     * Starts a private cluster.
     *
     * @param directives lines of {@code redis.conf} for all nodes, such as {@code appendonly yes}; by default they keep everything in memory
     * @return nodes that answer and serve all slots; the first three are the masters
     */
    public static RedisCluster start(String... directives) {
        return EnsembleNetwork.build(network -> {
            RedisCluster cluster = launch(network, List.of(directives));
            cluster.members().forEach(RealServer::awaitAnswer);
            cluster.awaitCaughtUp();
            return cluster;
        });
    }

    /** Returns where clients find the nodes: {@code host:port} of each, separated by commas. */
    public String nodes() {
        return addresses("", links);
    }

    /**
     * Waits until one node leads for the slot of a key; {@link #leader()}, {@link #failOver()} and {@link #awaitSuccessor} go by that slot
     * from now on.
     *
     * @param key as clients name it, with the hash tag if there is one
     * @return the master of its slot
     */
    public RedisServer leader(String key) {
        slot = await(
                "a node of " + describe() + " tells the slot of a key",
                () -> Optional.of(Integer.parseInt(
                        String.valueOf(up().command(RedisReplication.TIMEOUT, "CLUSTER", "KEYSLOT", key)))));
        return leader();
    }

    private RedisServer up() throws IOException {
        for (RedisServer member : members()) {
            if (member.answers(RedisReplication.TIMEOUT)) {
                return member;
            }
        }
        throw new IOException("no node answers");
    }

    private static RedisCluster launch(EnsembleNetwork network, List<String> directives) {
        List<Integer> ports = new ArrayList<>();
        List<LossyLink> links = new ArrayList<>();
        List<LossyLink> busLinks = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            // The bus has a fixed distance, since its port cannot be chosen before version 7.
            ports.add(Ports.freeWith(BUS));
            links.add(network.link(ports.get(i)));
            busLinks.add(network.link(ports.get(i) + BUS));
        }
        List<RedisServer> members = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            List<String> lines = new ArrayList<>(directives);
            lines.addAll(List.of(
                    "cluster-enabled yes",
                    "cluster-node-timeout " + PATIENT_MILLIS,
                    // A replica takes part in elections, however long ago it last heard from its master.
                    "cluster-replica-validity-factor 0",
                    "cluster-announce-ip 127.0.0.1",
                    "cluster-announce-port " + links.get(i).port(),
                    "cluster-announce-bus-port " + busLinks.get(i).port(),
                    "repl-diskless-sync-delay 0"));
            ChildServer node = EmbeddedRedis.launchMember(ports.get(i), lines, nodesFile(i, links, busLinks));
            members.add(network.add(RedisServer.of(node), links.get(i), busLinks.get(i)));
        }
        return new RedisCluster(network, members, links);
    }

    private static String nodesFile(int myself, List<LossyLink> links, List<LossyLink> busLinks) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            int master = i % MASTERS;
            String role = (i == myself ? "myself," : "") + (i == master ? "master -" : "slave " + id(master));
            String slots = " " + SLOTS * master / MASTERS + "-" + (SLOTS * (master + 1) / MASTERS - 1);
            lines.add(id(i) + " 127.0.0.1:" + links.get(i).port() + "@"
                    + busLinks.get(i).port() + " " + role + " 0 0 " + (master + 1) + " connected"
                    + (i == master ? slots : ""));
        }
        lines.add("vars currentEpoch " + MASTERS + " lastVoteEpoch 0\n");
        return String.join("\n", lines);
    }

    private static String id(int node) {
        return Integer.toHexString(10 + node).repeat(40);
    }

    @Override
    void replace(RedisServer old) {
        setPatience(HASTY_MILLIS);
    }

    @Override
    void replaced(RedisServer next) {
        setPatience(PATIENT_MILLIS);
    }

    private void setPatience(String millis) {
        RedisServer.tell(members(), "CONFIG", "SET", "cluster-node-timeout", millis);
    }

    @Override
    Optional<RedisServer> askLeader() throws IOException {
        int[] votes = new int[NODES];
        for (RedisServer member : members()) {
            int owner = indexOf(ownerPort(member));
            if (owner >= 0) {
                votes[owner]++;
            }
        }
        for (int i = 0; i < NODES; i++) {
            if (votes[i] > NODES / 2 && RedisReplication.of(members().get(i)).master()) {
                return Optional.of(members().get(i));
            }
        }
        return Optional.empty();
    }

    /** Asks a node for the port of the slot's owner; -1 if it does not answer, or knows no owner. */
    private int ownerPort(RedisServer member) {
        return ClusterNode.listedBy(member).stream()
                .filter(node -> node.owns(slot))
                .findFirst()
                .map(ClusterNode::port)
                .orElse(-1);
    }

    @Override
    boolean hasCaughtUp() throws IOException {
        for (RedisServer member : members()) {
            String info = String.valueOf(member.command(RedisReplication.TIMEOUT, "CLUSTER", "INFO"));
            if (!info.contains("cluster_state:ok")) {
                return false;
            }
            RedisReplication replication = RedisReplication.of(member);
            if (!replication.master()) {
                int master = indexOf(replication.masterPort());
                if (master < 0 || !hasAllOf(members().get(master), member)) {
                    return false;
                }
            }
        }
        return rolesAreSettled();
    }

    private static boolean hasAllOf(RedisServer master, RedisServer replica) throws IOException {
        long goal = RedisReplication.of(master).offset();
        RedisReplication replication = RedisReplication.of(replica);
        return replication.follows(replication.masterPort(), goal);
    }

    /** The index of the member at a client's port; -1 if there is none. */
    private int indexOf(int port) {
        return links.stream().map(LossyLink::port).toList().indexOf(port);
    }

    /** Whether there are as many replicas as masters with slots; a node that came back may still take itself for a master. */
    private boolean rolesAreSettled() {
        return members().stream().allMatch(member -> {
            List<ClusterNode> nodes = ClusterNode.listedBy(member);
            return nodes.stream().filter(ClusterNode::serves).count() == MASTERS
                    && nodes.stream().filter(ClusterNode::isReplica).count() == MASTERS;
        });
    }
}
