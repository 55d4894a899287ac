package io.distid.etcd;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes and reads that are done together if all comparisons hold, and reads for where one does not. Used by one thread. */
final class Transaction {
    private final List<Object> comparisons = new ArrayList<>();
    private final List<Object> writes = new ArrayList<>();
    private final List<Object> reads = new ArrayList<>();
    private boolean hasInner;

    /** If the key has that value, and was written last by that revision: both, since a restored etcd counts its revisions anew. */
    Transaction ifUnchanged(Etcd.Entry entry) {
        comparisons.add(comparison("MOD", entry.key(), Map.of("mod_revision", Long.toString(entry.modified()))));
        return ifValue(entry.key(), entry.value());
    }

    Transaction ifValue(String key, String value) {
        comparisons.add(comparison("VALUE", key, Map.of("value", encode(value))));
        return this;
    }

    Transaction ifAbsent(String key) {
        comparisons.add(comparison("CREATE", key, Map.of("create_revision", "0")));
        return this;
    }

    Transaction ifPresent(String key) {
        comparisons.add(comparison("CREATE", key, Map.of("create_revision", "0", "result", "GREATER")));
        return this;
    }

    /**
     * If there is no key of a range: a comparison of many keys holds if it does for each, and with none for one that is absent.
     *
     * @param from the first of them, inclusive
     * @param end behind the last of them
     */
    Transaction ifNone(String from, String end) {
        comparisons.add(comparison("CREATE", from, Map.of("create_revision", "0", "range_end", encode(end))));
        return this;
    }

    Transaction put(String key, String value) {
        return put(key, value, 0);
    }

    /** Writes a key that ends with a lease, or with none if that is 0. */
    Transaction put(String key, String value, long lease) {
        writes.add(Map.of(
                "request_put", Map.of("key", encode(key), "value", encode(value), "lease", Long.toString(lease))));
        return this;
    }

    /** Another transaction, with comparisons of its own, carried out if all comparisons of this one hold. */
    Transaction inner(Transaction each) {
        writes.add(Map.of("request_txn", each.body()));
        hasInner = true;
        return this;
    }

    /** Whether there are others in it, which could be carried out by themselves. */
    boolean hasInner() {
        return hasInner;
    }

    /** Keys that are read if all comparisons hold, behind the writes. */
    Transaction read(String... keys) {
        for (String key : keys) {
            writes.add(look(key));
        }
        return this;
    }

    /**
     * Keys of a range, read if all comparisons hold, behind the writes.
     *
     * @param from the first of them, inclusive
     * @param end behind the last of them
     */
    Transaction readRange(String from, String end) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("key", encode(from));
        range.put("range_end", encode(end));
        writes.add(Map.of("request_range", range));
        return this;
    }

    /**
     * How many keys there are, told if all comparisons hold.
     *
     * @param from the first of them, inclusive
     * @param end behind the last of them
     */
    Transaction count(String from, String end) {
        writes.add(counted(from, end));
        return this;
    }

    /** The same, told if a comparison does not hold. */
    Transaction orCount(String from, String end) {
        reads.add(counted(from, end));
        return this;
    }

    private static Map<String, Object> counted(String from, String end) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("key", encode(from));
        range.put("range_end", encode(end));
        range.put("count_only", true);
        return Map.of("request_range", range);
    }

    /** Keys that are read if a comparison does not hold. */
    Transaction orRead(String... keys) {
        for (String key : keys) {
            reads.add(look(key));
        }
        return this;
    }

    private static Map<String, Object> look(String key) {
        return Map.of("request_range", Map.of("key", encode(key)));
    }

    /** All keys that begin so, as requests name them. */
    static Map<String, Object> range(String prefix) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("key", encode(prefix));
        range.put("range_end", encode(end(prefix)));
        return range;
    }

    /** The first key behind all that begin so: prefixes end in an ASCII character. */
    static String end(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }

    Map<String, Object> body() {
        return Map.of("compare", comparisons, "success", writes, "failure", reads);
    }

    /** Keys and values are bytes to etcd, and base64 in its JSON. */
    static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> comparison(String target, String key, Map<String, String> operand) {
        Map<String, Object> comparison = new LinkedHashMap<>();
        comparison.put("target", target);
        comparison.put("result", "EQUAL");
        comparison.put("key", encode(key));
        comparison.putAll(operand);
        return comparison;
    }
}
