package io.distid.testservers;

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
 * A real etcd: the endpoint of {@code -Ddistid.etcd.endpoints=http://host:port}, or {@code quay.io/coreos/etcd} in Docker, or a process of the
 * etcd that is installed, that {@code -Ddistid.etcd.home} names, or that a Debian's package holds. As safe for use by several threads as
 * every {@link RealServer}.
 *
 * <p>It keeps through a kill all that it acknowledged, as etcd always does.
 */
public final class EtcdServer extends RealServer {
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

    /**
     * Starts a private server, or connects to the endpoint.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static EtcdServer start() {
        return open(EtcdOptions.DEFAULT, false);
    }

    /**
     * Starts a private server with options. Neither an endpoint nor a container can be given options: this starts a process all the same.
     *
     * @param options TLS and other flags
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static EtcdServer start(EtcdOptions options) {
        return open(options, false);
    }

    /**
     * Starts the members of a private cluster, as processes of this machine.
     *
     * @param members how many; the cluster serves as long as more than half of them run
     * @return servers that answer
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static List<EtcdServer> startCluster(int members) {
        List<EtcdServer> servers = EmbeddedEtcd.launch(members, EtcdOptions.DEFAULT).stream()
                .map(member -> embedded(member, EtcdOptions.DEFAULT, false))
                .toList();
        try {
            servers.forEach(RealServer::awaitAnswer);
            return servers;
        } catch (RuntimeException e) {
            servers.forEach(RealServer::close);
            throw e;
        }
    }

    /**
     * Returns the one server of this JVM, started when first asked for and kept until the JVM ends. It can be neither
     * closed nor faulted.
     *
     * @return a server that answers
     * @throws ServerUnavailableException if none can be had
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static EtcdServer shared() {
        return SHARED.get();
    }

    /**
     * Returns what a client is given.
     *
     * @return {@code http://host:port} or {@code https://host:port}, or all of what the system property names
     */
    public String endpoints() {
        return endpoints;
    }

    /**
     * Returns an address that speaks no TLS, for whoever looks at the server past the code under test.
     *
     * @return {@code http://host:port}; of an endpoint, the first that is named
     */
    public String plainUrl() {
        return plainUrl;
    }

    private static EtcdServer open(EtcdOptions options, boolean shared) {
        String endpoint = ServerSettings.etcdEndpoints();
        boolean plain = options.equals(EtcdOptions.DEFAULT);
        if (endpoint != null && plain) {
            URI first = URI.create(endpoint.split(",", 2)[0]);
            EndpointServer node = new EndpointServer("etcd", first.getHost(), first.getPort());
            return ServerChoice.answering(new EtcdServer(node, endpoint, first.toString(), shared));
        }
        if (!plain) {
            return ServerChoice.answering(
                    embedded(EmbeddedEtcd.launch(1, options).get(0), options, shared));
        }
        return ServerChoice.start(
                () -> inDocker(shared),
                () -> embedded(EmbeddedEtcd.launch(1, options).get(0), options, shared));
    }

    private static EtcdServer embedded(EmbeddedEtcd.Member member, EtcdOptions options, boolean shared) {
        String address = (options.tls() ? "https://" : "http://")
                + member.node().host() + ":" + member.node().port();
        String plain = "http://" + member.node().host() + ":" + member.plainPort();
        return new EtcdServer(member.node(), address, plain, shared);
    }

    private static EtcdServer inDocker(boolean shared) {
        Map<String, String> environment = Map.of(
                "ETCD_LISTEN_CLIENT_URLS", "http://0.0.0.0:" + CLIENT_PORT,
                "ETCD_ADVERTISE_CLIENT_URLS", "http://0.0.0.0:" + CLIENT_PORT);
        DockerServer node =
                DockerServer.launch("etcd", "quay.io/coreos/etcd:v3.5.16", CLIENT_PORT, environment, List.of());
        String address = "http://" + node.host() + ":" + node.port();
        return new EtcdServer(node, address, address, shared);
    }

    @Override
    String askVersion(Duration timeout) throws IOException {
        // A member that has no leader yet tells its version all the same.
        String health = get("/health", timeout);
        if (!health.contains("\"true\"")) {
            throw new IOException("/health answered: " + health.strip());
        }
        Matcher version = VERSION.matcher(get("/version", timeout));
        if (!version.find()) {
            throw new IOException("/version named no version of etcd");
        }
        return "etcd " + version.group(1);
    }

    private String get(String path, Duration timeout) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(plainUrl + path).toURL().openConnection();
        connection.setConnectTimeout((int) timeout.toMillis());
        connection.setReadTimeout((int) timeout.toMillis());
        connection.setRequestProperty("Connection", "close");
        try (var body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }
}
