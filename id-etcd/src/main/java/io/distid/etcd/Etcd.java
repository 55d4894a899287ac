package io.distid.etcd;

import io.distid.StoreRegressedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * etcd's keys and values, as this module uses them. Each call is one request or fails with an {@link io.distid.IdException}: a failed request may
 * have been carried out. Reads show all writes that ended before the read was sent. Each call fails with a {@link StoreRegressedException} once an
 * endpoint has answered from another cluster than before. Safe for use by any number of threads.
 */
interface Etcd {

    /**
     * A key and its value.
     *
     * @param created the revision that created the key
     * @param modified the revision that wrote it last
     * @param version how often it was written since it was created
     * @param lease the lease of etcd that it ends with; 0 for none
     */
    record Entry(String key, String value, long created, long modified, long version, long lease) {}

    /** The keys at one revision. */
    record Snapshot(List<Entry> entries, long revision) {}

    /**
     * The result of a transaction.
     *
     * @param succeeded whether all comparisons held, and so its writes were carried out
     * @param found the entries that its reads found
     * @param counts how many keys each of its reads covers, in order
     * @param inner the results of its inner transactions, in order
     * @param serverMillis the server's clock when it answered, rounded down to the second
     * @param incarnation the cluster and the term of its leader; it changes where the cluster may have gone back
     */
    record Outcome(
            boolean succeeded,
            List<Entry> found,
            List<Long> counts,
            List<Outcome> inner,
            long revision,
            long serverMillis,
            String incarnation) {}

    /**
     * Reads one key.
     *
     * @return null if it is missing
     * @throws StoreRegressedException as {@link #range}
     */
    @Nullable
    Entry get(String key);

    /**
     * Reads all keys with a prefix, in order.
     *
     * @throws StoreRegressedException if etcd went back behind an earlier answer to this object
     */
    Snapshot range(String prefix);

    /**
     * Reads the keys with a prefix, without their values.
     *
     * @throws StoreRegressedException as {@link #range}
     */
    List<String> keys(String prefix);

    /**
     * Carries out a transaction and its inner transactions. If the answer is lost, it is sent once more. If the first attempt was carried out, the comparisons of
     * the second do not hold, and its reads find what the first wrote.
     *
     * @throws StoreRegressedException as {@link #range}
     * @throws LeaseOverException if it names a lease that has ended; nothing was written then
     * @throws TransactionTooLargeException if it has inner transactions, and more than this etcd allows; nothing was written then
     * @throws io.distid.BackendException with the same cause, if it has no inner transactions, but more reads or writes than this etcd allows
     */
    Outcome commit(Transaction transaction);

    /** The same, but sent only once. */
    Outcome commitOnce(Transaction transaction);

    /**
     * Creates a lease of etcd; its keys end with it.
     *
     * @param seconds its time to live
     * @return its number
     */
    long grant(long seconds);

    /**
     * Refuses to create a missing key unless more than half of the endpoints answer from one cluster. Otherwise the key may exist in a second
     * cluster, or another process may create it there.
     *
     * @param what names what is missing, for the message
     * @throws io.distid.BackendException if too few of them answer
     * @throws io.distid.ConfigException if they belong to two clusters
     */
    void requireMajority(String what);

    /** The endpoints, for messages. */
    String where();

    /** Closes the connections. A second call does nothing. */
    void close();
}
