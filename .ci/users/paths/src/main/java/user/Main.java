package user;

import io.distid.BackendException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.distid.snowflake.Snowflake;
import io.distid.spi.IdGeneratorProvider;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.Callable;

/** Issues ids of each strategy that needs no server, and asks each store, of which there is none: its driver says so. */
public final class Main {
    private Main() {}

    /**
     * Prints what it did.
     *
     * @param args none
     * @throws Exception if something is not as on the other path
     */
    public static void main(String[] args) throws Exception {
        System.out.println("strategies: "
                + IdGenerators.providers().stream().map(IdGeneratorProvider::name).sorted().toList());
        Map<String, String> fixed = Map.of("worker", "fixed", "worker.id", "7");
        for (String strategy : new String[] {"snowflake", "sonyflake"}) {
            try (LongIdGenerator ids = IdGenerators.openLong(strategy, fixed)) {
                require(ids.nextId() > 0, strategy);
            }
        }
        for (String strategy : new String[] {"uuid-v1", "uuid-v4", "uuid-v6", "uuid-v7"}) {
            try (IdGenerator ids = IdGenerators.open(strategy)) {
                require(ids.nextText().length() == 36, strategy);
            }
        }
        try (IdGenerator ids = IdGenerators.open("uuid-v7", Map.of("text", "typeid", "text-prefix", "order"))) {
            require(ids.nextText().startsWith("order_"), "typeid");
        }
        require(Snowflake.class.getModule().isNamed() == Main.class.getModule().isNamed(), "one path");
        require(
                !Main.class.getModule().isNamed()
                        || !IdGenerator.class.getModule().isExported("io.distid.internal", Main.class.getModule()),
                "an internal package is exported to an application");
        int port = freePort();
        String redis = "redis://127.0.0.1:" + port;
        String etcd = "http://127.0.0.1:" + port;
        String mysql = "jdbc:mysql://127.0.0.1:" + port + "/ids";
        requireAway("redis-incr", () -> IdGenerators.open("redis-incr", Map.of("url", redis, "key", "orders")));
        requireAway("mysql-update", () -> IdGenerators.open("mysql-update", Map.of("url", mysql, "user", "ids")));
        requireAway("worker=redis", () -> leased(Map.of("worker", "redis", "worker.url", redis)));
        requireAway("worker=etcd", () -> leased(Map.of("worker", "etcd", "worker.endpoints", etcd)));
        requireAway("worker=mysql", () -> leased(Map.of("worker", "mysql", "worker.url", mysql, "worker.user", "ids")));
        requireAway(
                "segments of etcd",
                () -> IdGenerators.open("leaf-segment", Map.of("store", "etcd", "store.endpoints", etcd, "tag", "orders")));
        requireAway("locks", () -> FencedLocks.open("redis", Map.of("url", redis)));
        requireAway("tokens", () -> IdempotencyTokens.open("redis", Map.of("url", redis)));
        System.out.println("all as it should be");
    }

    private static IdGenerator leased(Map<String, String> worker) {
        return IdGenerators.open("snowflake", worker);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** Both the store and its driver were found and loaded if the server is what is missing. */
    private static void requireAway(String what, Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (BackendException e) {
            System.out.println(what + ": no server");
            return;
        }
        throw new AssertionError(what + " needs no server");
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
