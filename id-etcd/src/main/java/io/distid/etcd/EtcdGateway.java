package io.distid.etcd;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** etcd's JSON gateway: its requests and answers, and the check whether its revisions went back. */
final class EtcdGateway implements Etcd {
    /** How many keys a page has: an answer of about half a MB. */
    private static final int PAGE = 4_096;

    private static final int MOST_READINGS = 5;

    private static final Base64.Decoder DECODER = Base64.getDecoder();

    private final EtcdLink link;
    private final @Nullable SeenRevision history;

    /**
     * Creates a gateway.
     *
     * @param history the revisions seen, to detect that the cluster went back; null if that does not matter
     */
    EtcdGateway(EtcdLink link, @Nullable SeenRevision history) {
        this.link = link;
        this.history = history;
    }

    /**
     * Connects to an etcd that answers, and that must not go back from now on.
     *
     * @param prefix the prefix of keys that the user may read
     */
    static EtcdGateway connect(IdConfig config, String prefix) {
        EtcdLink link = new EtcdLink(config);
        return new EtcdGateway(link, new SeenRevision(link.where())).opened(prefix);
    }

    /** Returns this gateway once it has answered; otherwise closes it. */
    EtcdGateway opened(String prefix) {
        try {
            link.askEachEndpoint();
            // Fails now, not at the first lease, if etcd does not answer, or the user may not read.
            probe(prefix);
            return this;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void probe(String prefix) {
        Map<String, Object> body = Transaction.range(prefix);
        body.put("limit", "1");
        body.put("keys_only", true);
        seen("/v3/kv/range", body, true);
    }

    @Override
    public @Nullable Entry get(String key) {
        List<Entry> found = entries(seen("/v3/kv/range", Map.of("key", Transaction.encode(key)), true)
                .body());
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public Snapshot range(String prefix) {
        return range(prefix, false);
    }

    @Override
    public List<String> keys(String prefix) {
        return range(prefix, true).entries().stream().map(Entry::key).toList();
    }

    /**
     * Reads all pages. It starts again, a few times, if the first page's revision is compacted before the last page is read. As a rule etcd compacts
     * by itself, from time to time.
     */
    private Snapshot range(String prefix, boolean keysOnly) {
        for (int reading = 1; ; reading++) {
            try {
                return rangeOnce(prefix, keysOnly);
            } catch (CompactedException e) {
                if (reading == MOST_READINGS) {
                    throw new BackendException(
                            e.getMessage() + ", " + reading + " times: is it compacted again and again?", e);
                }
            }
        }
    }

    /** Reads all pages at the revision of the first page. */
    private Snapshot rangeOnce(String prefix, boolean keysOnly) {
        List<Entry> entries = new ArrayList<>();
        String end = Transaction.end(prefix);
        String from = prefix;
        Snapshot first = null;
        while (true) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("key", Transaction.encode(from));
            body.put("range_end", Transaction.encode(end));
            body.put("limit", Integer.toString(PAGE));
            body.put("keys_only", keysOnly);
            if (first != null) {
                body.put("revision", Long.toString(first.revision()));
            }
            EtcdAnswer answer = seen("/v3/kv/range", body, true);
            if (first == null) {
                first = new Snapshot(entries, answer.revision());
            }
            List<Entry> page = entries(answer.body());
            entries.addAll(page);
            if (page.isEmpty() || !Boolean.TRUE.equals(answer.body().get("more"))) {
                return first;
            }
            from = page.get(page.size() - 1).key() + '\0';
        }
    }

    @Override
    public Outcome commit(Transaction transaction) {
        return outcome(transaction, true);
    }

    @Override
    public Outcome commitOnce(Transaction transaction) {
        return outcome(transaction, false);
    }

    private Outcome outcome(Transaction transaction, boolean repeats) {
        try {
            EtcdAnswer answer = seen(EtcdLink.TRANSACTION, transaction.body(), repeats);
            return outcome(answer.body(), answer);
        } catch (TransactionTooLargeException e) {
            if (transaction.hasInner()) {
                throw e;
            }
            throw new BackendException(e.getMessage(), e);
        }
    }

    private static Outcome outcome(Map<?, ?> body, EtcdAnswer answer) {
        boolean succeeded = Boolean.TRUE.equals(body.get("succeeded"));
        List<Entry> found = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<Outcome> inner = new ArrayList<>();
        for (Object response : EtcdAnswer.list(body, "responses")) {
            if (response instanceof Map<?, ?> map) {
                if (map.get("response_range") instanceof Map<?, ?> range) {
                    found.addAll(entries(range));
                    counts.add(EtcdAnswer.number(range, "count"));
                } else if (map.get("response_txn") instanceof Map<?, ?> transaction) {
                    inner.add(outcome(transaction, answer));
                }
            }
        }
        return new Outcome(
                succeeded, found, counts, inner, answer.revision(), answer.serverMillis(), answer.incarnation());
    }

    private EtcdAnswer seen(String path, Map<String, Object> body, boolean repeats) {
        long before = history == null ? 0 : history.revision();
        EtcdAnswer answer = repeats ? link.call(path, body) : link.callOnce(path, body);
        if (history != null) {
            history.see(answer.revision(), before);
        }
        return answer;
    }

    @Override
    public long grant(long seconds) {
        return link.call("/v3/lease/grant", Map.of("TTL", Long.toString(seconds)))
                .number("ID");
    }

    @Override
    public void requireMajority(String what) {
        link.requireMajority(what);
    }

    @Override
    public String where() {
        return link.where();
    }

    @Override
    public void close() {
        link.close();
    }

    private static List<Entry> entries(Map<?, ?> range) {
        List<Entry> entries = new ArrayList<>();
        for (Object each : EtcdAnswer.list(range, "kvs")) {
            if (each instanceof Map<?, ?> kv) {
                entries.add(new Entry(
                        decode(kv.get("key")),
                        decode(kv.get("value")),
                        EtcdAnswer.number(kv, "create_revision"),
                        EtcdAnswer.number(kv, "mod_revision"),
                        EtcdAnswer.number(kv, "version"),
                        EtcdAnswer.number(kv, "lease")));
            }
        }
        return entries;
    }

    static String decode(@Nullable Object base64) {
        return base64 == null ? "" : new String(DECODER.decode(base64.toString()), StandardCharsets.UTF_8);
    }
}
