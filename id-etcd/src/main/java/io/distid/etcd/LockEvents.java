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
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Learns by one watch which records of locks were freed or removed. A watch always begins at the present, so it needs no compacted revision. All waiters then
 * check at once for earlier events. Safe for use by any number of threads.
 *
 * <p>After a power failure, or when a NAT forgets a link, the link looks as silent as one on which no lock becomes free. So waiters end a watch that was
 * silent for some time, and another watch begins.
 */
final class LockEvents implements FreedLocks.Source {
    private final EtcdLink link;
    private final String prefix;
    private final Duration silence;
    private final FreedLocks freed;
    private volatile @Nullable InputStream stream;
    /** The time of the last event, as {@link System#nanoTime}. */
    private volatile long heardAt;

    /**
     * Creates events that do not listen yet. The key of its record names a lock.
     *
     * @param prefix the prefix of these keys
     * @param silence how long a watch may be silent before another begins
     */
    LockEvents(EtcdLink link, String prefix, Duration silence) {
        this.link = link;
        this.prefix = prefix;
        this.silence = silence;
        this.freed =
                new FreedLocks("distid-etcd-lock-events", "events of freed locks from etcd at " + link.where(), this);
    }

    /** As {@link FreedLocks#watch}. */
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
        Map<String, Object> request = Map.of(
                "key", Transaction.encode(prefix),
                "range_end", Transaction.encode(Transaction.end(prefix)));
        try (InputStream open = link.stream("/v3/watch", Map.of("create_request", request));
                BufferedReader lines = new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8))) {
            heardAt = System.nanoTime();
            stream = open;
            for (String line = told.isClosed() ? null : lines.readLine(); line != null; line = lines.readLine()) {
                heardAt = System.nanoTime();
                hear(line, told);
            }
        } catch (IOException e) {
            if (stream != null) {
                throw e;
            }
            // This object ended the watch itself.
        } finally {
            stream = null;
        }
    }

    /** Handles one answer. */
    private void hear(String line, FreedLocks told) {
        if (!(GatewayJson.read(line) instanceof Map<?, ?> answer)
                || !(answer.get("result") instanceof Map<?, ?> result)) {
            throw new BackendException("the watch of etcd at " + link.where() + " ended: " + line);
        }
        if (Boolean.TRUE.equals(result.get("canceled"))) {
            throw new BackendException("etcd at " + link.where() + " ended the watch: " + result.get("cancel_reason"));
        }
        if (Boolean.TRUE.equals(result.get("created"))) {
            told.began();
        }
        for (Object event : EtcdAnswer.list(result, "events")) {
            if (event instanceof Map<?, ?> map && map.get("kv") instanceof Map<?, ?> kv) {
                String key = text(kv.get("key"));
                if (!isHeld(key, text(kv.get("value")))) {
                    told.freed(key);
                }
            }
        }
    }

    /** Whether the record says that the lock is held; a removed key has no value. */
    private static boolean isHeld(String key, String value) {
        try {
            return !LockRecord.parse(key, value).isFree();
        } catch (BackendException e) {
            // The waiter reads the record itself, and reports the error.
            return false;
        }
    }

    private static String text(@Nullable Object base64) {
        return base64 == null ? "" : new String(Base64.getDecoder().decode(base64.toString()), StandardCharsets.UTF_8);
    }

    @Override
    public void end() {
        InputStream open = stream;
        stream = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The stream is broken, and so it ends anyway.
            }
        }
    }
}
