package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.internal.Address;
import io.distid.spi.IdConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

/** The connection to the ensemble: runs one operation at a time, and translates errors into distid's own. */
final class ZooKeeperLink implements AutoCloseable {
    /** How long a close waits for the answer to the end of the session, which it does not need. */
    private static final long CLOSE_MILLIS = 500;

    private final String where;
    private final CuratorFramework client;
    private final ClientFactory clients;
    private final Duration timeout;
    private final Acls acls;
    private final IdConfig config;
    private volatile boolean closed;

    /** An operation. */
    interface Operation<T> {
        /** Runs the operation. */
        T run(CuratorFramework client) throws Exception;
    }

    private ZooKeeperLink(
            IdConfig config, CuratorFramework client, ClientFactory clients, Duration timeout, Acls acls) {
        this.where = Address.of(config.text("connect")).toString();
        this.client = client;
        this.clients = clients;
        this.timeout = timeout;
        this.acls = acls;
        this.config = config;
    }

    /** Connects, and waits for the connection within the time-out. */
    static ZooKeeperLink open(IdConfig config) {
        ZooKeeperLink link = start(config);
        try {
            link.awaitConnected();
            return link;
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }

    /** Begins to connect, and retries until the link is closed. */
    private static ZooKeeperLink start(IdConfig config) {
        Duration timeout = config.duration("timeout");
        ZKClientConfig zooKeeper = new ZKClientConfig();
        zooKeeper.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(timeout.toMillis()));
        ClientFactory clients = new ClientFactory();
        Acls acls = Acls.of(config);
        if (config.has("sasl-context")) {
            zooKeeper.setProperty(ZKClientConfig.LOGIN_CONTEXT_NAME_KEY, config.text("sasl-context"));
        }
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(config.text("connect"))
                .connectionTimeoutMs(Math.toIntExact(timeout.toMillis()))
                .sessionTimeoutMs(
                        Math.toIntExact(config.duration("session-timeout").toMillis()))
                // A caller can try again itself; a retry here would only make it wait longer.
                .retryPolicy(new RetryNTimes(0, 0))
                .ensembleTracker(false)
                .dontUseContainerParents()
                .zookeeperFactory(clients)
                .zkClientConfig(zooKeeper)
                .aclProvider(acls);
        if (config.has("auth")) {
            builder.authorization(
                    config.text("auth-scheme"), config.secret("auth").reveal().getBytes(StandardCharsets.UTF_8));
        }
        CuratorFramework client = builder.build();
        client.start();
        return new ZooKeeperLink(config, client, clients, timeout, acls);
    }

    /** Waits for the connection within the time-out. */
    private void awaitConnected() {
        try {
            if (!client.blockUntilConnected(Math.toIntExact(timeout.toMillis()), TimeUnit.MILLISECONDS)) {
                throw new BackendException("ZooKeeper at " + where + " did not answer within " + timeout.toMillis()
                        + " ms (is it up, is the address right, was the log-in refused?)");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while connecting to ZooKeeper at " + where, e);
        }
    }

    /** Whether there is a connection now, as far as this process knows. */
    boolean isConnected() {
        return client.getZookeeperClient().isConnected();
    }

    /** Begins to close, without waiting: if a server does not answer, the end of its session takes seconds. */
    Thread closeBehind() {
        closed = true;
        clients.stop();
        Thread closer = new Thread(this::disconnect, "distid-zookeeper-close");
        closer.setDaemon(true);
        closer.start();
        return closer;
    }

    /** Begins to close after an error. The caller gets that error, even if the close fails. */
    void closeAfter(Throwable error) {
        try {
            closeBehind();
        } catch (RuntimeException | Error unclosed) {
            if (unclosed != error) {
                error.addSuppressed(unclosed);
            }
        }
    }

    private void disconnect() {
        client.close();
        for (ZooKeeper left : clients.alive()) {
            try {
                left.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Runs an operation; errors that the caller handles are thrown unchanged. */
    <T> T call(String path, Operation<T> operation) throws KeeperException {
        if (closed) {
            throw new IllegalStateException("closed: ZooKeeper at " + where);
        }
        try {
            return operation.run(client);
        } catch (KeeperException.NoNodeException
                | KeeperException.NodeExistsException
                | KeeperException.BadVersionException e) {
            throw e;
        } catch (KeeperException.NoAuthException e) {
            throw new BackendException(
                    "the ACL of " + path + " on ZooKeeper at " + where
                            + " does not allow this request (check the keys " + config.fullName("auth") + " and "
                            + config.fullName("acl") + ")",
                    config.hide(e));
        } catch (KeeperException.InvalidACLException e) {
            throw new BackendException(
                    "ZooKeeper at " + where + " refused the rights for " + path
                            + ": check the key " + config.fullName("acl") + " (creator needs a log-in: key "
                            + config.fullName("auth") + ", or a JAAS file)",
                    config.hide(e));
        } catch (KeeperException.AuthFailedException e) {
            throw new BackendException(
                    "ZooKeeper at " + where + " refused the log-in (check the keys " + config.fullName("auth-scheme")
                            + " and " + config.fullName("auth") + ", or the JAAS file)",
                    config.hide(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while waiting for ZooKeeper at " + where, config.hide(e));
        } catch (KeeperException e) {
            throw new BackendException(
                    "ZooKeeper at " + where + " failed on " + path + ": " + config.hide(e.getMessage()),
                    config.hide(e));
        } catch (RuntimeException e) {
            throw closed ? new IllegalStateException("closed: ZooKeeper at " + where, config.hide(e)) : e;
        } catch (Exception e) {
            throw new BackendException("ZooKeeper at " + where + ": " + config.hide(e.toString()), config.hide(e));
        }
    }

    /** How long an operation may take. */
    Duration timeout() {
        return timeout;
    }

    /** The rights to each node that is created. */
    List<ACL> rights() {
        return acls.rights();
    }

    /** The ensemble's address, for messages. */
    String where() {
        return where;
    }

    /** The factory of this link's clients. */
    ClientFactory clients() {
        return clients;
    }

    @Override
    public void close() {
        Thread closer = closeBehind();
        try {
            closer.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            // The close goes on by itself.
            Thread.currentThread().interrupt();
        }
    }
}
