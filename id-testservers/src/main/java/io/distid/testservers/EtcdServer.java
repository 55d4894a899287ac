package io.distid.testservers;

import io.distid.testservers.process.SmallDisk;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real etcd: the endpoint of {@code -Ddistid.etcd.endpoints=http://host:port}, or {@code quay.io/coreos/etcd} in Docker, or a process. The
 * process runs an installed etcd, the one of {@code -Ddistid.etcd.home}, or the one of Debian's package. As safe for use by several threads as
 * every {@link RealServer}.
 *
 * <p>As always with etcd, all acknowledged writes survive a kill.
 */
public final class EtcdServer extends RealServer {
    /** The disk's size: etcd allocates logs of 64 MiB, one of them ahead. */
    private static final int DISK_MEBIBYTES = 256;

    private static final ServerChoice.Shared<EtcdServer> SHARED =
            new ServerChoice.Shared<>(() -> open(EtcdOptions.DEFAULT, true));
    private static final Pattern VERSION = Pattern.compile("\"etcdserver\":\"([0-9.]+)");
    private static final int CLIENT_PORT = 2379;

    private final String endpoints;
    private final String plainUrl;

    private EtcdServer(ServerNode node, String endpoints, String plainUrl, boolean shared) {
        super(node, shared);
        this.endpoints = endpoints;
        this.plainUrl = plainUrl;
    }

    /** Starts a private server, or connects to the endpoint. */
    public static EtcdServer start() {
        return open(EtcdOptions.DEFAULT, false);
    }

    /** Starts a private server with options. An endpoint or a container takes none, so this starts a process in any case. */
    public static EtcdServer start(EtcdOptions options) {
        return open(options, false);
    }

    /** Starts a private process with its data on its own disk of 256 MiB, which {@link #fillDisk()} fills, whatever Docker there is. */
    public static EtcdServer startOnOwnDisk() {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        return ServerChoice.answering(
                embedded(EmbeddedEtcd.launch(EtcdOptions.DEFAULT, disk), EtcdOptions.DEFAULT, false));
    }

    /** Returns the one server of this JVM, which is kept until the JVM ends. It can be neither closed nor faulted. */
    public static EtcdServer shared() {
        return SHARED.get();
    }

    /** Returns what a client is given: {@code http://host:port}, with TLS {@code https:}, or all of what the system property names. */
    public String endpoints() {
        return endpoints;
    }

    /** Returns an address without TLS, {@code http://host:port}, for a test that reads past the code under test. */
    public String plainUrl() {
        return plainUrl;
    }

    private static EtcdServer open(EtcdOptions options, boolean shared) {
        String endpoint = ServerSettings.etcdEndpoints();
        boolean plain = options.equals(EtcdOptions.DEFAULT);
        if (endpoint != null && plain) {
            URI first = URI.create(endpoint.split(",", 2)[0]);
            ServerNode node = new ServerNode("etcd", first.getHost(), first.getPort());
            return ServerChoice.answering(new EtcdServer(node, endpoint, first.toString(), shared));
        }
        if (!plain) {
            return ServerChoice.answering(embedded(EmbeddedEtcd.launch(options, null), options, shared));
        }
        return ServerChoice.start(
                () -> inDocker(shared), () -> embedded(EmbeddedEtcd.launch(options, null), options, shared));
    }

    private static EtcdServer embedded(EmbeddedEtcd.Member member, EtcdOptions options, boolean shared) {
        String address = (options.tls() ? "https://" : "http://") + member.node().host + ":" + member.node().port;
        String plain = "http://" + member.node().host + ":" + member.plainPort();
        return new EtcdServer(member.node(), address, plain, shared);
    }

    /** Wraps a member of a cluster, which need not answer yet. */
    static EtcdServer of(EmbeddedEtcd.Member member) {
        return embedded(member, EtcdOptions.DEFAULT, false);
    }

    private static EtcdServer inDocker(boolean shared) {
        Map<String, String> environment = Map.of(
                "ETCD_LISTEN_CLIENT_URLS", "http://0.0.0.0:" + CLIENT_PORT,
                "ETCD_ADVERTISE_CLIENT_URLS", "http://0.0.0.0:" + CLIENT_PORT);
        DockerServer node =
                DockerServer.launch("etcd", "quay.io/coreos/etcd:v3.5.16", CLIENT_PORT, environment, List.of());
        String address = "http://" + node.host + ":" + node.port;
        return new EtcdServer(node, address, address, shared);
    }

    @Override
    String askVersion(Duration timeout) throws IOException {
        // A member without a leader already reports its version.
        String health = request("/health", "", timeout);
        if (!health.contains("\"true\"")) {
            throw new IOException("/health answered: " + health.strip());
        }
        Matcher version = VERSION.matcher(request("/version", "", timeout));
        if (!version.find()) {
            throw new IOException("/version named no version of etcd");
        }
        return "etcd " + version.group(1);
    }

    /** Asks the member for its id, the leader's id, and how far it has applied the log. */
    Status status() throws IOException {
        String status = request("/v3/maintenance/status", "{}", Duration.ofSeconds(5));
        return new Status(
                field(status, "member_id"), field(status, "leader"), Long.parseLong(field(status, "raftAppliedIndex")));
    }

    record Status(String member, String leader, long applied) {}

    /** Reads a field; a missing field has the zero of its type. */
    private static String field(String json, String name) {
        Matcher value = Pattern.compile("\"" + name + "\":\"(\\d+)\"").matcher(json);
        return value.find() ? value.group(1) : "0";
    }

    /** Posts a body, or sends a GET without a body. */
    private String request(String path, String body, Duration timeout) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(plainUrl + path).toURL().openConnection();
        connection.setConnectTimeout((int) timeout.toMillis());
        connection.setReadTimeout((int) timeout.toMillis());
        connection.setRequestProperty("Connection", "close");
        if (!body.isEmpty()) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (var answer = connection.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }
}
