package io.distid.etcd;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads that are carried out together if all comparisons hold, and reads for the case that a comparison fails.
 * Used by one thread.
 */
final class Transaction {
    private final List<Object> comparisons = new ArrayList<>();
    private final List<Object> writes = new ArrayList<>();
    private final List<Object> reads = new ArrayList<>();
    private boolean hasInner;

    /**
     * Compares the key with a value and the revision of its last write. Both are needed, since a restored etcd repeats
     * revisions.
     */
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
     * Requires that a range has no key. A comparison of a range holds if it holds for each key; without keys, it holds as for a
     * missing key.
     *
     * @param from the first key, inclusive
     * @param end the end of the range, exclusive
     */
    Transaction ifNone(String from, String end) {
        comparisons.add(comparison("CREATE", from, Map.of("create_revision", "0", "range_end", encode(end))));
        return this;
    }

    Transaction put(String key, String value) {
        return put(key, value, 0);
    }

    /** Writes a key that ends with a lease; with 0 it does not end. */
    Transaction put(String key, String value, long lease) {
        writes.add(Map.of(
                "request_put", Map.of("key", encode(key), "value", encode(value), "lease", Long.toString(lease))));
        return this;
    }

    /**
     * Adds an inner transaction with its own comparisons, which is carried out if all comparisons of the outer hold.
     */
    Transaction inner(Transaction each) {
        writes.add(Map.of("request_txn", each.body()));
        hasInner = true;
        return this;
    }

    /** Whether this has inner transactions, which could also be sent alone. */
    boolean hasInner() {
        return hasInner;
    }

    /** Reads keys after the writes, if all comparisons hold. */
    Transaction read(String... keys) {
        for (String key : keys) {
            writes.add(look(key));
        }
        return this;
    }

    /**
     * Reads the keys of a range after the writes, if all comparisons hold.
     *
     * @param from the first key, inclusive
     * @param end the end of the range, exclusive
     */
    Transaction readRange(String from, String end) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("key", encode(from));
        range.put("range_end", encode(end));
        writes.add(Map.of("request_range", range));
        return this;
    }

    /**
     * Counts the keys of a range, if all comparisons hold.
     *
     * @param from the first key, inclusive
     * @param end the end of the range, exclusive
     */
    Transaction count(String from, String end) {
        writes.add(counted(from, end));
        return this;
    }

    /** Counts the keys of a range, if a comparison fails. */
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

    /** Reads keys, if a comparison fails. */
    Transaction orRead(String... keys) {
        for (String key : keys) {
            reads.add(look(key));
        }
        return this;
    }

    private static Map<String, Object> look(String key) {
        return Map.of("request_range", Map.of("key", encode(key)));
    }

    /** The range of all keys with a prefix, as requests write it. */
    static Map<String, Object> range(String prefix) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("key", encode(prefix));
        range.put("range_end", encode(end(prefix)));
        return range;
    }

    /** The first key behind all keys with a prefix, which ends in an ASCII character. */
    static String end(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }

    Map<String, Object> body() {
        return Map.of("compare", comparisons, "success", writes, "failure", reads);
    }

    /** Encodes a text: keys and values are bytes in etcd, and base64 in its JSON. */
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
