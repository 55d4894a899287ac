package io.distid.etcd;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Watch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hears which locks became free, by one watch and one daemon thread for all locks of a store, from the first waiter on. A watch always begins
 * at the present: so no revision that was compacted is needed, and what happened before is looked for by all waiters at once. While it
 * hears nothing, waiters go on by themselves. Safe for use by any number of threads.
 */
final class LockEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LockEvents.class.getName());
    private static final long RETRY_NANOS = 1_000_000_000;

    private final EtcdLink link;
    private final String prefix;
    private final Map<String, List<Runnable>> watchers = new ConcurrentHashMap<>();
    private @Nullable Thread thread;
    private volatile @Nullable InputStream stream;
    private volatile boolean listening;
    private volatile boolean closed;

    /**
     * Hears nothing yet.
     *
     * @param prefix of the keys that are removed when a lock is free
     */
    LockEvents(EtcdLink link, String prefix) {
        this.link = link;
        this.prefix = prefix;
    }

    /** Whether events come at present. */
    boolean isListening() {
        return listening;
    }

    /** Whether its thread runs. */
    synchronized boolean isAlive() {
        return thread != null && thread.isAlive();
    }

    Watch watch(String key, Runnable freed) {
        watchers.compute(key, (name, those) -> {
            List<Runnable> more = those == null ? new CopyOnWriteArrayList<>() : those;
            more.add(freed);
            return more;
        });
        start();
        return () -> watchers.computeIfPresent(key, (name, those) -> {
            those.remove(freed);
            return those.isEmpty() ? null : those;
        });
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            Thread fresh = new Thread(null, this::listen, "distid-etcd-lock-events", 0, false);
            fresh.setContextClassLoader(null);
            fresh.setDaemon(true);
            fresh.start();
            thread = fresh;
        }
    }

    private void listen() {
        boolean warned = false;
        while (!closed) {
            try (InputStream open = link.stream("/v3/watch", Map.of("create_request", request()))) {
                stream = open;
                if (!closed) {
                    read(new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8)));
                }
            } catch (IOException | RuntimeException | Error e) {
                // An error, too: were the thread to end, nobody would be told again.
                if (!warned && !closed) {
                    LOG.log(
                            Level.WARNING,
                            "no events of freed locks come from etcd at " + link.where()
                                    + "; who waits for one asks again after some time: " + e.getMessage());
                    warned = true;
                }
            } finally {
                listening = false;
                stream = null;
            }
            if (!closed) {
                // A stray interrupt would end each pause and each request from now on.
                Thread.interrupted();
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private Map<String, Object> request() {
        return Map.of(
                "key", Transaction.encode(prefix),
                "range_end", Transaction.encode(EtcdGateway.end(prefix)),
                "filters", List.of("NOPUT"));
    }

    /** One answer a line, until the watch is over. */
    private void read(BufferedReader lines) throws IOException {
        for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
            if (!(Json.read(line) instanceof Map<?, ?> answer) || !(answer.get("result") instanceof Map<?, ?> result)) {
                throw new BackendException("the watch of etcd at " + link.where() + " ended: " + line);
            }
            if (Boolean.TRUE.equals(result.get("canceled"))) {
                throw new BackendException(
                        "etcd at " + link.where() + " ended the watch: " + result.get("cancel_reason"));
            }
            if (Boolean.TRUE.equals(result.get("created"))) {
                listening = true;
                // What became free before was not heard.
                watchers.values().forEach(those -> those.forEach(Runnable::run));
            }
            for (Object event : EtcdAnswer.list(result, "events")) {
                if (event instanceof Map<?, ?> map && map.get("kv") instanceof Map<?, ?> kv) {
                    freed(String.valueOf(kv.get("key")));
                }
            }
        }
    }

    private void freed(String base64) {
        List<Runnable> those = watchers.get(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
        if (those != null) {
            those.forEach(Runnable::run);
        }
    }

    /** Ends the watch and its thread. */
    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        InputStream open = stream;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is broken, and so it ends.
            }
        }
        LockSupport.unpark(ending);
    }
}
