package io.distid.bench.faults.store;

import io.distid.testservers.RealServer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** ZooKeeper. */
final class ZooKeeperAdmin implements StoreAdmin {
    private static final String MARK = "/distid-mark";
    private static final String OWN = "zookeeper";
    private static final int SESSION = 10_000;
    private static final int PATIENCE = 30;

    /** How long the server may take to close a connection that it refuses. */
    private static final int NOTICE = 500;

    private final RealServer server;

    ZooKeeperAdmin(RealServer server) {
        this.server = server;
    }

    /** A call to the server. */
    private interface Call<T> {
        T on(ZooKeeper client) throws KeeperException, InterruptedException;
    }

    @Override
    public void mark(long number) {
        write(MARK, Long.toString(number).getBytes(StandardCharsets.US_ASCII));
    }

    private void write(String path, byte[] bytes) {
        call(client -> client.exists(path, false) == null
                ? client.create(path, bytes, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT)
                : client.setData(path, bytes, -1));
    }

    @Override
    public OptionalLong marked() {
        return call(client -> client.exists(MARK, false) == null
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Long.parseLong(new String(client.getData(MARK, false, null), StandardCharsets.US_ASCII))));
    }

    @Override
    public Optional<String> writeLarge() {
        try {
            write(MARK + "-large", new byte[LARGE]);
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void wipe() {
        call(client -> {
            for (String child : client.getChildren("/", false)) {
                if (!child.equals(OWN)) {
                    ZKUtil.deleteRecursive(client, "/" + child);
                }
            }
            return null;
        });
    }

    @Override
    public TakenConnections takeConnections() {
        TakenConnections taken = new TakenConnections();
        try {
            for (int i = 1; i < FaultStore.CONNECTIONS; i++) {
                taken.add(new Socket(server.host(), server.port()));
            }
            // The server counts an accepted connection only a moment later.
            while (taken.refusal().isEmpty() && taken.count() <= 2 * FaultStore.CONNECTIONS) {
                Socket socket = new Socket(server.host(), server.port());
                if (ended(socket)) {
                    socket.close();
                    taken.refused("the connection is closed at once");
                } else {
                    taken.add(socket);
                }
            }
            return taken;
        } catch (IOException e) {
            taken.close();
            throw new IllegalStateException(server.describe() + ": connections could not be taken: " + e, e);
        }
    }

    private static boolean ended(Socket socket) throws IOException {
        socket.setSoTimeout(NOTICE);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            // It was reset.
            return true;
        }
    }

    @Override
    public void setCounter(Map<String, String> settings, long last) {
        throw new IllegalStateException("no strategy has a counter in ZooKeeper");
    }

    private <T> T call(Call<T> what) {
        CountDownLatch connected = new CountDownLatch(1);
        try {
            ZooKeeper client = new ZooKeeper(server.host() + ":" + server.port(), SESSION, event -> {
                if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
            try {
                if (!connected.await(PATIENCE, TimeUnit.SECONDS)) {
                    throw new IllegalStateException(
                            server.describe() + " accepted no connection for " + PATIENCE + " s");
                }
                return what.on(client);
            } finally {
                client.close();
            }
        } catch (IOException | KeeperException e) {
            throw new IllegalStateException(server.describe() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + server.describe() + " was asked", e);
        }
    }
}
