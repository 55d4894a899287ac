package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Order(1)
@DisabledOnOs(OS.WINDOWS)
class RedisClusterTest extends EnsembleContract<RedisServer, RedisCluster> {
    private static final Pattern MOVED = Pattern.compile("MOVED \\d+ 127\\.0\\.0\\.1:(\\d+)");

    /** Of slot 0. */
    private static final String KEY = "{06S}";

    @Override
    RedisCluster startEnsemble() {
        return RedisCluster.start();
    }

    @Override
    void write(RedisCluster cluster, String value) throws IOException {
        IOException failure = new IOException("no node answers");
        for (int port : Redis.ports(cluster.nodes())) {
            try {
                set(port, value);
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    /** At the node, or where it says that the key is. */
    private static void set(int port, String value) throws IOException {
        try {
            Redis.at(port, "SET", KEY, value);
        } catch (IOException e) {
            Matcher moved = MOVED.matcher(String.valueOf(e.getMessage()));
            if (!moved.find()) {
                throw e;
            }
            Redis.at(Integer.parseInt(moved.group(1)), "SET", KEY, value);
        }
    }

    @Override
    String read(RedisCluster cluster, RedisServer member) throws IOException {
        try (RespClient client = new RespClient(member.host(), member.port(), TestServers.LIMIT)) {
            // A replica answers it then, too.
            client.command("READONLY");
            return client.command("GET", KEY);
        }
    }

    /** The first master, and its replica. */
    @Override
    List<RedisServer> copies(RedisCluster cluster) {
        return List.of(cluster.members().get(0), cluster.members().get(3));
    }

    /** One that is cut off says that the cluster is down. */
    @Override
    boolean lacks(RedisCluster cluster, RedisServer member, String value) throws IOException {
        String info = member.command(TestServers.LIMIT, "CLUSTER", "INFO");
        return info.contains("cluster_state:fail");
    }

    @Override
    boolean servesClients(RedisCluster cluster, RedisServer leader) {
        try {
            write(cluster, "served");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    @Order(0)
    void eachMasterHasAThirdOfTheSlotsAlsoWhileOneOfThemMoves() throws IOException {
        RedisCluster cluster = TestServers.orSkip(RedisCluster::start);
        try (cluster) {
            requireThirds(cluster);
            for (int i = 0; i < 3; i++) {
                RedisServer from = cluster.members().get(i);
                String to = cluster.members().get((i + 1) % 3).command(TestServers.LIMIT, "CLUSTER", "MYID");
                String slot = String.valueOf(5500 * i);
                assertThat(from.command(TestServers.LIMIT, "CLUSTER", "SETSLOT", slot, "MIGRATING", to))
                        .isEqualTo("OK");
            }
            requireThirds(cluster);
        }
    }

    private static void requireThirds(RedisCluster cluster) {
        assertThat(cluster.leader("{06S}")).isSameAs(cluster.members().get(0));
        assertThat(cluster.leader("back")).isSameAs(cluster.members().get(1));
        assertThat(cluster.leader("foo")).isSameAs(cluster.members().get(2));
        assertThat(cluster.leader("hello")).isSameAs(cluster.members().get(0));
    }
}
