package io.distid.testservers;

import io.distid.testservers.process.SmallDisk;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A real ZooKeeper: the endpoint of {@code -Ddistid.zookeeper.connect=host:port}, or {@code zookeeper:3.9} in Docker, or
 * ZooKeeper's own main class. That runs in a JVM of its own, so that it can be killed like any other server.
 *
 * <p>The embedded server ticks every 500 ms, and grants session timeouts from 1 s to 60 s. As safe for use by several
 * threads as every {@link RealServer}.
 */
public final class ZooKeeperServer extends RealServer {
    private static final ServerChoice.Shared<ZooKeeperServer> SHARED = new ServerChoice.Shared<>(() -> open(true));
    private static final int DISK_MEBIBYTES = 16;
    private static final Pattern VERSION = Pattern.compile("Zookeeper version: ([0-9.]+)");

    private final String connectString;

    private ZooKeeperServer(ServerNode node, @Nullable String connectString, boolean shared) {
        super(node, shared);
        this.connectString = connectString != null ? connectString : node.host + ":" + node.port;
    }

    /** Starts a private server, or connects to the endpoint. */
    public static ZooKeeperServer start() {
        return open(false);
    }

    /**
     * Starts a private server with a limit of connections from one address. An endpoint or a container cannot be set so, and this starts a
     * process in any case.
     *
     * @param connections the limit, from 1
     */
    public static ZooKeeperServer startWithConnections(int connections) {
        return ServerChoice.answering(new ZooKeeperServer(EmbeddedZooKeeper.launch(connections, null), null, false));
    }

    /** Starts a private process with its data on its own disk of 16 MiB, which {@link #fillDisk()} fills, whatever Docker there is. */
    public static ZooKeeperServer startOnOwnDisk() {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        return ServerChoice.answering(
                new ZooKeeperServer(EmbeddedZooKeeper.launch(EmbeddedZooKeeper.UNLIMITED, disk), null, false));
    }

    /** Returns the one server of this JVM, which is kept until the JVM ends. It can be neither closed nor faulted. */
    public static ZooKeeperServer shared() {
        return SHARED.get();
    }

    /** Returns what a ZooKeeper client is given: {@code host:port}, or all of what the system property names. */
    public String connectString() {
        return connectString;
    }

    /** Wraps one of several servers, which need not answer yet. */
    static ZooKeeperServer of(ChildServer node) {
        return new ZooKeeperServer(node, null, false);
    }

    private static ZooKeeperServer open(boolean shared) {
        String endpoint = ServerSettings.zooKeeperConnect();
        if (endpoint != null) {
            String[] first = endpoint.split("[,/]", 2)[0].split(":");
            ServerNode node = new ServerNode("ZooKeeper", first[0], Integer.parseInt(first[1]));
            return ServerChoice.answering(new ZooKeeperServer(node, endpoint, shared));
        }
        return ServerChoice.start(
                () -> new ZooKeeperServer(inDocker(), null, shared),
                () -> new ZooKeeperServer(EmbeddedZooKeeper.launch(EmbeddedZooKeeper.UNLIMITED, null), null, shared));
    }

    private static DockerServer inDocker() {
        Map<String, String> environment = Map.of(
                "ZOO_TICK_TIME", "500",
                "ZOO_MAX_CLIENT_CNXNS", "0",
                "ZOO_ADMINSERVER_ENABLED", "false",
                "ZOO_4LW_COMMANDS_WHITELIST", "srvr",
                "ZOO_CFG_EXTRA", "maxSessionTimeout=60000");
        return DockerServer.launch("ZooKeeper", "zookeeper:3.9", 2181, environment, List.of());
    }

    @Override
    String askVersion(Duration timeout) throws IOException {
        String answer = srvr(timeout);
        Matcher version = VERSION.matcher(answer);
        // A server that is not serving yet says so, without its version.
        if (!version.find()) {
            throw new IOException("srvr answered: " + answer.strip());
        }
        return "ZooKeeper " + version.group(1);
    }

    /** The server's report: its version, its last transaction, and whether it leads. */
    String srvr(Duration timeout) throws IOException {
        try (Socket socket = new Socket()) {
            int millis = (int) timeout.toMillis();
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(host(), port()), millis);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
