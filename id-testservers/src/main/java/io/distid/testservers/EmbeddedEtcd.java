package io.distid.testservers;

import io.distid.testservers.ChildServer.Command;
import io.distid.testservers.process.DebianPackage;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.SmallDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Members of an etcd cluster, each with a port for clients and a port for peers. If clients speak TLS, each member also has a
 * port without TLS.
 */
final class EmbeddedEtcd {

    /**
     * A member that was started, and may not answer yet.
     *
     * @param plainPort a port for HTTP, whatever clients speak
     */
    record Member(ChildServer node, int plainPort) {}

    /**
     * The ports of a member.
     *
     * @param client the port where it listens to clients
     * @param clientLink the port that clients connect to
     * @param peer the port where it listens to the other members
     * @param peerLink the port that the other members connect to
     */
    record Addresses(int client, int clientLink, int peer, int peerLink) {
        static Addresses direct() {
            int client = Ports.free();
            int peer = Ports.free();
            return new Addresses(client, client, peer, peer);
        }
    }

    private EmbeddedEtcd() {}

    /** Starts a cluster of one, with its data on a disk of its own, if there is one. */
    static Member launch(EtcdOptions options, @Nullable SmallDisk disk) {
        return launch(List.of(Addresses.direct()), options, disk).get(0);
    }

    /** Starts all members of a cluster: none of them answers before more than half of them run. */
    static List<Member> launch(List<Addresses> members, EtcdOptions options, @Nullable SmallDisk disk) {
        String token = UUID.randomUUID().toString();
        String cluster = IntStream.range(0, members.size())
                .mapToObj(i -> "m" + i + "=" + url(members.get(i).peerLink()))
                .collect(Collectors.joining(","));
        List<Member> launched = new ArrayList<>();
        try {
            for (int i = 0; i < members.size(); i++) {
                List<String> flags = new ArrayList<>(List.of(
                        "--name=m" + i,
                        "--listen-peer-urls=" + url(members.get(i).peer()),
                        "--initial-advertise-peer-urls=" + url(members.get(i).peerLink()),
                        "--initial-cluster=" + cluster,
                        "--initial-cluster-token=" + token));
                if (members.size() == 1) {
                    // A restarted member waits for the election that it wins. The shortest life of a lease is one and a
                    // half election time-outs.
                    flags.addAll(List.of("--heartbeat-interval=50", "--election-timeout=500"));
                }
                flags.addAll(options.flags());
                launched.add(launch(members.get(i), flags, options.tls(), disk));
            }
            return launched;
        } catch (RuntimeException e) {
            launched.forEach(member -> member.node().close());
            throw e;
        }
    }

    private static Member launch(Addresses addresses, List<String> flags, boolean tls, @Nullable SmallDisk disk) {
        int port = addresses.client();
        int plainPort = tls ? Ports.free() : port;
        String plain = url(plainPort);
        String client = tls ? "https://127.0.0.1:" + port : plain;
        ChildServer node = ChildServer.launch("etcd", port, disk, directory -> {
            List<String> command = new ArrayList<>(List.of(
                    binary().toString(),
                    "--data-dir=" + directory.resolve(ChildServer.DATA),
                    "--listen-client-urls=" + (tls ? client + "," + plain : client),
                    "--advertise-client-urls=" + (tls ? client : url(addresses.clientLink())),
                    "--logger=zap",
                    "--log-level=warn"));
            command.addAll(flags);
            return Command.of(command);
        });
        return new Member(node, plainPort);
    }

    /** The binary, which no Maven artifact brings: that of the property, of the {@code PATH}, or of Debian's package. */
    static Path binary() {
        Path home = ServerSettings.etcdHome();
        try {
            return home == null ? DebianPackage.program("etcd", "etcd-server") : home;
        } catch (ServerUnavailableException e) {
            throw new ServerUnavailableException(
                    e.getMessage() + ", or name an unpacked etcd by -D" + ServerSettings.ETCD_HOME, e);
        }
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }
}
