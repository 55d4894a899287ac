package io.distid.etcd;

import io.distid.BackendException;
import io.distid.coordination.FreedLocks;
import io.distid.coordination.LockRecord;
import io.distid.coordination.LockStore.Watch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Learns by one watch which records of locks were freed or removed. It begins at the present, so it needs no compacted revision. All waiters then
 * check at once for earlier events. Safe for use by any number of threads.
 *
 * <p>After a power failure, or when a NAT forgets a link, the link looks as silent as one on which no lock becomes free. So waiters end a watch
 * that was silent for some time, and another watch begins.
 */
final class LockEvents implements FreedLocks.Source {
    private final EtcdLink link;
    private final String prefix;
    private final Duration silence;
    private final FreedLocks freed;
    private volatile @Nullable InputStream stream;
    /** The time of the last event, as {@link System#nanoTime}. */
    private volatile long heardAt;

    /** Events of the keys with a prefix. A key names a lock. */
    LockEvents(EtcdLink link, String prefix, Duration silence) {
        this.link = link;
        this.prefix = prefix;
        this.silence = silence;
        this.freed =
                new FreedLocks("distid-etcd-lock-events", "events of freed locks from etcd at " + link.where(), this);
    }

    Watch watch(String key, Runnable waiting) {
        return freed.watch(key, waiting);
    }

    /** Whether the watch is listening. Each waiter asks this whenever it asks for its lock. */
    boolean isListening() {
        if (System.nanoTime() - heardAt > silence.toNanos()) {
            end();
        }
        return freed.isListening();
    }

    void close() {
        freed.close();
    }

    @Override
    public void listen(FreedLocks told) throws IOException {
        try (InputStream open = link.stream("/v3/watch", Map.of("create_request", Transaction.range(prefix)));
                BufferedReader lines = new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8))) {
            heardAt = System.nanoTime();
            stream = open;
            for (String line = told.isClosed() ? null : lines.readLine(); line != null; line = lines.readLine()) {
                hear(line, told);
            }
        } catch (IOException e) {
            if (stream != null) {
                throw e;
            }
            // This object ended the watch itself.
        }
    }

    private void hear(String line, FreedLocks told) {
        heardAt = System.nanoTime();
        if (!(GatewayJson.read(line) instanceof Map<?, ?> answer)
                || !(answer.get("result") instanceof Map<?, ?> result)
                || Boolean.TRUE.equals(result.get("canceled"))) {
            throw new BackendException("the watch of etcd at " + link.where() + " ended: " + line);
        }
        if (Boolean.TRUE.equals(result.get("created"))) {
            told.began();
        }
        for (Object event : EtcdAnswer.list(result, "events")) {
            // A removed key has no value.
            if (event instanceof Map<?, ?> map
                    && map.get("kv") instanceof Map<?, ?> kv
                    && !LockRecord.isHeld(EtcdGateway.decode(kv.get("value")))) {
                told.freed(EtcdGateway.decode(kv.get("key")));
            }
        }
    }

    @Override
    public void end() {
        InputStream ended = stream;
        stream = null;
        try (ended) {
            // The thread that listens notices the close.
        } catch (IOException e) {
            // The stream is broken, and so it ends anyway.
        }
    }
}
