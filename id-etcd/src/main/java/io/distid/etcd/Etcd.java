package io.distid.etcd;

import io.distid.StoreRegressedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * etcd's keys and values, as this module uses them. Each call is one request or fails with an {@link io.distid.IdException}: then it may have been
 * carried out, or not. Reads show all that was written before they were asked. Each fails with a {@link StoreRegressedException} once an
 * endpoint has answered from another cluster than before. Safe for use by any number of threads.
 */
interface Etcd {

    /**
     * A key and its value.
     *
     * @param created the revision that made the key
     * @param modified the revision that wrote it last
     * @param version how often it was written since it was made
     * @param lease the lease of etcd that it ends with, 0 for none
     */
    record Entry(String key, String value, long created, long modified, long version, long lease) {}

    /** Keys as they stood at one revision. */
    record Snapshot(List<Entry> entries, long revision) {}

    /**
     * What became of a transaction.
     *
     * @param succeeded whether all comparisons held, and so its writes were made
     * @param found what its reads showed
     * @param counts how many keys each of its reads is of, in order
     * @param inner what became of the transactions in it, in order
     * @param serverMillis the server's clock, rounded down to the second: it showed that or more when it answered, and less than 1 s more
     * @param incarnation the cluster and the term of its leader: another one where the cluster may have gone back
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
     * One key.
     *
     * @return null if there is none
     * @throws StoreRegressedException as {@link #range}
     */
    @Nullable
    Entry get(String key);

    /**
     * All keys that begin so, in order.
     *
     * @throws StoreRegressedException if etcd went back behind what it had shown to this object before
     */
    Snapshot range(String prefix);

    /**
     * The keys that begin so, without their values.
     *
     * @throws StoreRegressedException as {@link #range}
     */
    List<String> keys(String prefix);

    /**
     * Carries out a transaction with all that are in it, perhaps twice: one that was carried out and whose answer was lost is sent once more. Its comparisons do not
     * hold then; what is found shows what it wrote.
     *
     * @throws StoreRegressedException as {@link #range}
     * @throws LeaseOverException if it names a lease that is over; nothing was written then
     * @throws TransactionTooLargeException if there are others in it, and more than this etcd allows; nothing was written then
     * @throws io.distid.BackendException with that cause, if there are none in it, and more reads or writes than this etcd allows
     */
    Outcome commit(Transaction transaction);

    /** The same, sent once only. */
    Outcome commitOnce(Transaction transaction);

    /**
     * Makes a lease of etcd, with which keys end that are not written by it again.
     *
     * @param seconds its time to live
     * @return its number
     */
    long grant(long seconds);

    /**
     * Refuses to make what is missing unless more than half of the endpoints answer, all of them from one cluster: else it may be there, or be
     * made by another process, in a second one.
     *
     * @param what is missing, for the message
     * @throws io.distid.BackendException if too few of them answer
     * @throws io.distid.ConfigException if they belong to two clusters
     */
    void requireMajority(String what);

    /** The endpoints, for messages. */
    String where();

    /** Closes the connections. A second call does nothing. */
    void close();
}
