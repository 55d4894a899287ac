package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Redis master with two replicas, and three sentinels, which replace the master when two of them declare it dead. As safe for use by
 * several threads as every {@link Ensemble}.
 *
 * <p>Replication is asynchronous: a new master lacks writes that the old master acknowledged but had not sent. A {@link #cut} between the
 * master and its replicas makes this certain.
 *
 * <p>The sentinels wait for an hour before they declare a server dead. This machine may stand still for seconds, and no test may lose its
 * master by that. {@link #awaitSuccessor} lowers the wait to five seconds.
 */
public final class RedisSentinelSet extends Ensemble<RedisServer> {
    private static final String MASTER = "ids";
    private static final int SERVERS = 3;
    private static final String PATIENT_MILLIS = "3600000";

    /** The short wait. A replica is never elected if it was cut off for more than ten times as long before its master went down. */
    private static final String HASTY_MILLIS = "5000";

    private final List<RedisServer> sentinels;
    private final List<LossyLink> links;
    private final List<LossyLink> sentinelLinks;

    private RedisSentinelSet(
            EnsembleNetwork network,
            List<RedisServer> members,
            List<LossyLink> links,
            List<RedisServer> sentinels,
            List<LossyLink> sentinelLinks) {
        super(network, members);
        this.links = links;
        this.sentinels = sentinels;
        this.sentinelLinks = sentinelLinks;
    }

    /**
     * Starts a private set.
     *
     * @param directives lines of {@code redis.conf} for the master and its replicas, such as {@code appendonly yes}; by default they keep
     *     everything in memory
     * @return servers that answer; the replicas follow the master, and the sentinels know all of them
     */
    public static RedisSentinelSet start(String... directives) {
        return EnsembleNetwork.build(network -> {
            RedisSentinelSet set = launch(network, List.of(directives));
            Stream.concat(set.members().stream(), set.sentinels.stream()).forEach(RealServer::awaitAnswer);
            set.awaitCaughtUp();
            return set;
        });
    }

    /** Returns the name that the sentinels have for the master, and that a client asks for. */
    public String masterName() {
        return MASTER;
    }

    /** Returns where clients find the sentinels: {@code host:port} of each, separated by commas. */
    public String sentinelNodes() {
        return addresses("", sentinelLinks);
    }

    /** Returns the three sentinels, which can be killed, paused and cut off like the members. */
    public List<RedisServer> sentinels() {
        return sentinels;
    }

    @Override
    public String describe() {
        return super.describe() + " with " + sentinels.size() + " sentinels";
    }

    private static RedisSentinelSet launch(EnsembleNetwork network, List<String> directives) {
        List<RedisServer> members = new ArrayList<>();
        List<LossyLink> links = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            int port = Ports.free();
            links.add(network.link(port));
            List<String> lines = new ArrayList<>(directives);
            lines.addAll(List.of(
                    "replica-announce-ip 127.0.0.1",
                    "replica-announce-port " + links.get(i).port(),
                    "repl-diskless-sync-delay 0"));
            if (i > 0) {
                lines.add("replicaof 127.0.0.1 " + links.get(0).port());
            }
            ChildServer node = EmbeddedRedis.launchMember(port, lines, "");
            members.add(network.add(RedisServer.of(node), links.get(i)));
        }
        List<RedisServer> sentinels = new ArrayList<>();
        List<LossyLink> sentinelLinks = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            int port = Ports.free();
            sentinelLinks.add(network.link(port));
            ChildServer node = EmbeddedRedis.launchSentinel(
                    port,
                    List.of(
                            "sentinel announce-ip 127.0.0.1",
                            "sentinel announce-port " + sentinelLinks.get(i).port(),
                            "sentinel monitor " + MASTER + " 127.0.0.1 "
                                    + links.get(0).port() + " 2",
                            "sentinel down-after-milliseconds " + MASTER + " " + PATIENT_MILLIS,
                            "sentinel failover-timeout " + MASTER + " 5000"));
            sentinels.add(network.add(RedisServer.of(node), sentinelLinks.get(i)));
        }
        return new RedisSentinelSet(network, members, links, List.copyOf(sentinels), sentinelLinks);
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
        RedisServer.tell(sentinels, "SENTINEL", "SET", MASTER, "down-after-milliseconds", millis);
    }

    /**
     * The master that all sentinels name, except sentinels that reach no majority. The word of a majority is not enough: a sentinel without
     * the news sends clients to the old master, which may still take their writes.
     */
    @Override
    Optional<RedisServer> askLeader() throws IOException {
        List<String> views = sentinels.stream()
                .filter(this::reachesMajority)
                .map(RedisSentinelSet::view)
                .filter(view -> !view.isEmpty())
                .toList();
        for (int i = 0; i < SERVERS; i++) {
            String address = ",address=127.0.0.1:" + links.get(i).port() + ",";
            if (views.size() > SERVERS / 2
                    && views.stream().allMatch(view -> view.contains(address))
                    && RedisReplication.of(members().get(i)).master()) {
                return Optional.of(members().get(i));
            }
        }
        return Optional.empty();
    }

    private boolean reachesMajority(RedisServer sentinel) {
        return sentinels.stream().filter(other -> !isCut(sentinel, other)).count() > SERVERS / 2;
    }

    private static String view(RedisServer sentinel) {
        try {
            return String.valueOf(sentinel.command(RedisReplication.TIMEOUT, "INFO", "sentinel"));
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    boolean hasCaughtUp() throws IOException {
        Optional<RedisServer> leader = askLeader();
        if (leader.isEmpty()) {
            return false;
        }
        int port = links.get(members().indexOf(leader.get())).port();
        long goal = RedisReplication.of(leader.get()).offset();
        for (RedisServer member : members()) {
            if (member != leader.get() && !RedisReplication.of(member).follows(port, goal)) {
                return false;
            }
        }
        return sentinels.stream().allMatch(sentinel -> view(sentinel).contains(",slaves=2,sentinels=3"));
    }
}
