package io.distid.bench.faults.store;

import io.distid.testservers.RealServer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** ZooKeeper. */
final class ZooKeeperAdmin extends StoreAdmin {
    private static final String PATH = "/" + MARK;
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
        T on(CuratorFramework client) throws Exception;
    }

    @Override
    public void mark(long number) {
        write(PATH, Long.toString(number).getBytes(StandardCharsets.US_ASCII));
    }

    private void write(String path, byte[] bytes) {
        call(client -> client.create().orSetData().forPath(path, bytes));
    }

    @Override
    public OptionalLong marked() {
        return call(client -> client.checkExists().forPath(PATH) == null
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Long.parseLong(new String(client.getData().forPath(PATH), StandardCharsets.US_ASCII))));
    }

    @Override
    void addLarge() {
        write(PATH + "-large", new byte[LARGE]);
    }

    @Override
    public void wipe() {
        call(client -> {
            for (String child : client.getChildren().forPath("/")) {
                if (!child.equals(OWN)) {
                    client.delete().quietly().deletingChildrenIfNeeded().forPath("/" + child);
                }
            }
            return null;
        });
    }

    /** The server counts an accepted connection only a moment later. */
    @Override
    AutoCloseable connect(int taken) throws IOException {
        Socket socket = new Socket(server.host(), server.port());
        if (taken >= FaultStore.CONNECTIONS - 1 && ended(socket)) {
            socket.close();
            throw new IOException("the connection is closed at once");
        }
        return socket;
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
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(
                server.host() + ":" + server.port(), SESSION, SESSION, new RetryNTimes(0, 0))) {
            client.start();
            if (!client.blockUntilConnected(PATIENCE, TimeUnit.SECONDS)) {
                throw new IOException("no connection was accepted for " + PATIENCE + " s");
            }
            return what.on(client);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException(server.describe() + ": " + e.getMessage(), e);
        }
    }
}
