package io.distid.bench.peer;

import com.hazelcast.config.Config;
import com.hazelcast.config.FlakeIdGeneratorConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.flakeidgen.FlakeIdGenerator;
import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Hazelcast's generator of ids from the time and a member's number, which the cluster assigns when a member joins. Each
 * node is a member of its run's cluster, on the loopback interface. The cluster has a list of addresses, without
 * discovery or reports. Stateless.
 */
public final class HazelcastPeer extends Peer {
    private static final String NAME = "hazelcast flake ids";
    private static final String GENERATOR = "ids";
    private static final String LOOPBACK = "127.0.0.1";

    /** More ports than a cell has members, so that each finds a port in its cluster's list. */
    private static final int PORTS = 10;

    private static final int FIRST_PORT = 20_000;
    private static final int CLUSTERS = 1_200;
    private static final int TIME_BITS = 41;

    private static final Subject SUBJECT = new Subject(
            NAME,
            origin("hazelcast", "com.hazelcast.flakeidgen.FlakeIdGenerator", "defaults, members by tcp-ip"),
            null,
            (node, servers) -> Map.of("namespace", servers.runName()),
            HazelcastPeer::open,
            null,
            Layout.joined(TIME_BITS));

    /** It has no row in a comparison. */
    @Override
    public List<Subject> ofFaults() {
        return List.of(SUBJECT);
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "hazelcast 5.7.0",
                "https://docs.hazelcast.org/docs/5.7.0/javadoc/com/hazelcast/flakeidgen/FlakeIdGenerator.html",
                documented(
                        REPEATS,
                        DOWN,
                        "If before the restart the generator went beyond the current time, duplicate IDs could be generated.",
                        "of allowedFutureMillis, as in its source of 2022"),
                documented(
                        HANGS,
                        ANY,
                        "Sets how far to the future is the generator allowed to go to generate IDs without blocking, default is 15"
                                + " seconds.",
                        "hazelcast-full-example.xml of 5.7.0; a clock that steps back is not mentioned"),
                against(
                        REPEATS,
                        ANY,
                        "This allows the IDs to be ordered and unique without any coordination between members, which makes the"
                                + " generator safe even in split-brain scenario (for caveats, see here)."));
    }

    private static PeerLongGenerator open(Map<String, String> settings) {
        Config config = config(settings.get("namespace"));
        FlakeIdGeneratorConfig generator = new FlakeIdGeneratorConfig(GENERATOR);
        if (settings.containsKey(Layout.EPOCH)) {
            generator.setEpochStart(Instant.parse(settings.get(Layout.EPOCH)).toEpochMilli());
        }
        config.addFlakeIdGeneratorConfig(generator);
        IdTraits claims = IdTraits.builder(NAME)
                .timeSorted(true)
                .coordination(Coordination.AT_START)
                .idsPerSecond(64_000)
                .endOfLife(Instant.ofEpochMilli(generator.getEpochStart() + (1L << TIME_BITS)))
                .build();
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        FlakeIdGenerator ids = member.getFlakeIdGenerator(GENERATOR);
        return new PeerLongGenerator(ids::newId, claims, member::shutdown);
    }

    private static Config config(String cluster) {
        Config config = new Config();
        config.setClusterName(cluster);
        config.setProperty("hazelcast.phone.home.enabled", "false");
        // Not on all interfaces, which is the default.
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        // If the lists of two clusters overlap, the names of the clusters keep them apart.
        int first = FIRST_PORT + PORTS * Math.floorMod(cluster.hashCode(), CLUSTERS);
        NetworkConfig network = config.getNetworkConfig();
        network.setPort(first).setPortAutoIncrement(true).setPortCount(PORTS);
        network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        for (int port = first; port < first + PORTS; port++) {
            join.getTcpIpConfig().addMember(LOOPBACK + ":" + port);
        }
        return config;
    }
}
