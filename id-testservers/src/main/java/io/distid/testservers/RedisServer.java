package io.distid.testservers;

import io.distid.testservers.ServerSettings.RedisEndpoint;
import io.distid.testservers.process.Await;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.SmallDisk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis: the endpoint of {@code -Ddistid.redis.url=redis://[user:password@]host[:port]}, or {@code redis:7} in Docker,
 * or the Redis that comes with embedded-redis. As safe for use by several threads as every {@link RealServer}.
 */
public final class RedisServer extends RealServer {
    private static final ServerChoice.Shared<RedisServer> SHARED =
            new ServerChoice.Shared<>(() -> open(RedisOptions.MEMORY_ONLY, true));

    private static final int DISK_MEBIBYTES = 16;
    private static final Duration LINK_UP = Duration.ofSeconds(60);

    private final @Nullable String user;
    private final @Nullable String password;

    private RedisServer(ServerNode node, @Nullable String user, @Nullable String password, boolean shared) {
        super(node, shared);
        this.user = user;
        this.password = password;
    }

    /** Starts a private server that keeps everything in memory, or connects to the endpoint. */
    public static RedisServer start() {
        return open(RedisOptions.MEMORY_ONLY, false);
    }

    /** Starts a private server with options. An endpoint takes none: even if one is named, this starts a server of its own. */
    public static RedisServer start(RedisOptions options) {
        return open(options, false);
    }

    /** Starts a private process with its data on its own disk of 16 MiB, which {@link #fillDisk()} fills, whatever Docker there is. */
    public static RedisServer startOnOwnDisk(RedisOptions options) {
        SmallDisk disk = SmallDisk.of(DISK_MEBIBYTES);
        return ServerChoice.answering(
                new RedisServer(EmbeddedRedis.launch(options, disk), null, options.password(), false));
    }

    /**
     * Starts a private server that replicates another server, and waits until it has all data.
     *
     * @param primary a server without a password, on this machine
     * @return a server that answers and is up to date
     * @throws ServerUnavailableException if none can be had, or it does not reach the primary
     */
    public static RedisServer startReplicaOf(RedisServer primary) {
        RedisServer replica =
                open(RedisOptions.MEMORY_ONLY.with("replicaof " + primary.host() + " " + primary.port()), false);
        try {
            if (!Await.until(LINK_UP, replica::isLinked)) {
                throw new ServerUnavailableException("a replica did not reach " + primary.describe() + " within "
                        + LINK_UP.toSeconds() + " s (in Docker it does not see this machine's ports)");
            }
            return replica;
        } catch (RuntimeException e) {
            replica.close();
            throw e;
        }
    }

    /** Returns the one server of this JVM, which is kept until the JVM ends. It can be neither closed nor faulted. */
    public static RedisServer shared() {
        return SHARED.get();
    }

    /** Returns the URL that clients connect to, with the password if there is one: {@code redis://[[user]:password@]host:port}. */
    public String url() {
        String credentials = password == null ? "" : (user == null ? "" : user) + ":" + password + "@";
        return "redis://" + credentials + host() + ":" + port();
    }

    /** Wraps one of several servers, which need not answer yet. */
    static RedisServer of(ChildServer node) {
        return new RedisServer(node, null, null, false);
    }

    private boolean isLinked() {
        try {
            return RedisReplication.of(this).isLinked();
        } catch (IOException e) {
            return false;
        }
    }

    private static RedisServer open(RedisOptions options, boolean shared) {
        RedisEndpoint endpoint = ServerSettings.redisEndpoint();
        if (endpoint != null && options.equals(RedisOptions.MEMORY_ONLY)) {
            ServerNode node = new ServerNode("Redis", endpoint.host(), endpoint.port());
            return ServerChoice.answering(new RedisServer(node, endpoint.user(), endpoint.password(), shared));
        }
        return ServerChoice.start(
                () -> new RedisServer(inDocker(options), null, options.password(), shared),
                () -> new RedisServer(EmbeddedRedis.launch(options, null), null, options.password(), shared));
    }

    private static DockerServer inDocker(RedisOptions options) {
        List<String> command = new ArrayList<>(List.of("redis-server", "--save", ""));
        for (String directive : options.directives()) {
            String[] words = directive.split(" ");
            command.add("--" + words[0]);
            command.addAll(List.of(words).subList(1, words.length));
        }
        return DockerServer.launch("Redis", "redis:7", 6379, Map.of(), command);
    }

    /** Sends one command as the default user, or as the user of the endpoint's URL. */
    @Nullable
    String command(Duration timeout, String... words) throws IOException {
        try (RespClient client = new RespClient(host(), port(), timeout)) {
            if (password != null) {
                client.authenticate(user, password);
            }
            return client.command(words);
        }
    }

    /** Sends a command to all of several servers that answer: one that is down or paused takes no part. */
    static void tell(List<RedisServer> servers, String... words) {
        for (RedisServer server : servers) {
            try {
                server.command(RedisReplication.TIMEOUT, words);
            } catch (IOException e) {
                continue;
            }
        }
    }

    @Override
    boolean refusesLogin(Exception e) {
        return String.valueOf(e.getMessage()).matches("Redis answered: (WRONGPASS|NOAUTH|ERR AUTH|ERR invalid pass).*");
    }

    @Override
    String askVersion(Duration timeout) throws IOException {
        String info = String.valueOf(command(timeout, "INFO", "server"));
        // PING is refused while the data set is loading; a sentinel answers it, too.
        command(timeout, "PING");
        String valkey = field(info, "valkey_version:");
        return valkey != null ? "Valkey " + valkey : "Redis " + field(info, "redis_version:");
    }

    static @Nullable String field(String info, String name) {
        return info.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElse(null);
    }
}
