package io.distid.etcd;

import io.distid.spi.RecordText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The keys of one etcd, in memory: it carries out the very requests that {@link Transaction} sends. As the real one it compares all before it writes
 * anything, counts revisions and versions, tells its time in whole seconds, and elects a leader anew whenever it is started. {@code EtcdModelTest} runs the
 * contract of the real one on it. Not safe for use by several threads.
 */
final class EtcdModel {
    private static final String IDS = "/ids/";
    private static final long SECOND = 1_000;

    private NavigableMap<String, Etcd.Entry> entries = new TreeMap<>();
    private long revision = 1;
    private long term = 2;
    /** Of the transaction that is carried out. */
    private final Set<String> written = new HashSet<>();

    private record Saved(NavigableMap<String, Etcd.Entry> entries, long revision, long term) {}

    /** Carries out a transaction, at a time in epoch ms. */
    Etcd.Outcome commit(Transaction transaction, long millis) {
        written.clear();
        Etcd.Outcome outcome = run(transaction.body(), new TreeMap<>(entries), millis - Math.floorMod(millis, SECOND));
        revision += written.isEmpty() ? 0 : 1;
        return outcome;
    }

    private Etcd.Outcome run(Map<?, ?> body, NavigableMap<String, Etcd.Entry> before, long serverMillis) {
        boolean succeeded = EtcdAnswer.list(body, "compare").stream().allMatch(each -> holds((Map<?, ?>) each, before));
        List<Etcd.Entry> found = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<Etcd.Outcome> inner = new ArrayList<>();
        for (Object each : EtcdAnswer.list(body, succeeded ? "success" : "failure")) {
            Map<?, ?> operation = (Map<?, ?>) each;
            if (operation.get("request_put") instanceof Map<?, ?> put) {
                put(text(put, "key"), text(put, "value"));
            } else if (operation.get("request_range") instanceof Map<?, ?> range) {
                Collection<Etcd.Entry> shown = range(range, entries);
                counts.add((long) shown.size());
                found.addAll(Boolean.TRUE.equals(range.get("count_only")) ? List.of() : shown);
            } else if (operation.get("request_txn") instanceof Map<?, ?> one) {
                inner.add(run(one, before, serverMillis));
            } else {
                throw new IllegalArgumentException("not in this model: " + operation);
            }
        }
        long shown = written.isEmpty() ? revision : revision + 1;
        return new Etcd.Outcome(succeeded, found, counts, inner, shown, serverMillis, "1/" + term);
    }

    private static boolean holds(Map<?, ?> comparison, NavigableMap<String, Etcd.Entry> before) {
        Collection<Etcd.Entry> compared = range(comparison, before);
        Object target = comparison.get("target");
        if ("VALUE".equals(target)) {
            return !compared.isEmpty()
                    && compared.stream().allMatch(entry -> entry.value().equals(text(comparison, "value")));
        }
        if ("CREATE".equals(target) && "0".equals(comparison.get("create_revision"))) {
            return compared.isEmpty() == "EQUAL".equals(comparison.get("result"));
        }
        throw new IllegalArgumentException("not in this model: " + comparison);
    }

    private static Collection<Etcd.Entry> range(Map<?, ?> request, NavigableMap<String, Etcd.Entry> in) {
        String from = text(request, "key");
        if (request.get("range_end") != null) {
            return List.copyOf(in.subMap(from, text(request, "range_end")).values());
        }
        Etcd.Entry entry = in.get(from);
        return entry == null ? List.of() : List.of(entry);
    }

    private void put(String key, String value) {
        if (!written.add(key)) {
            throw new IllegalArgumentException("etcd refuses a transaction that writes a key twice: " + key);
        }
        Etcd.Entry last = entries.get(key);
        long now = revision + 1;
        entries.put(
                key,
                new Etcd.Entry(
                        key,
                        value,
                        last == null ? now : last.created(),
                        now,
                        last == null ? 1 : last.version() + 1,
                        0));
    }

    private static String text(Map<?, ?> request, String name) {
        return new String(Base64.getDecoder().decode(String.valueOf(request.get(name))), StandardCharsets.UTF_8);
    }

    /** A restart, or the election of another leader: nothing is lost. */
    void elect() {
        term++;
    }

    /** For {@link #restore}. */
    Object save() {
        return new Saved(new TreeMap<>(entries), revision, term);
    }

    /** Put back to a copy of its data, it elects a leader in the next term of the copy: one that it may have been in already. */
    void restore(Object copy) {
        Saved saved = (Saved) copy;
        entries = new TreeMap<>(saved.entries);
        revision = saved.revision;
        term = saved.term + 1;
    }

    void deleteAll() {
        entries.clear();
        revision++;
    }

    void delete(String key) {
        entries.remove(key);
        revision++;
    }

    /** The bounds of all records, by worker id. */
    Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        entries.forEach((key, entry) -> {
            int ids = key.indexOf(IDS);
            if (ids >= 0) {
                bounds.put(
                        Integer.valueOf(key.substring(ids + IDS.length())),
                        RecordText.record(entry.value(), null, key).bound());
            }
        });
        return bounds;
    }
}
