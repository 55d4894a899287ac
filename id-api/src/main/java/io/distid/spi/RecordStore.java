package io.distid.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Small records of a namespace, changed by compare-and-set: all that leased worker ids need from a store. The lease protocol ({@link
 * io.distid.worker.StoreWorkerIds}) is written once over this port. An adapter defines only how its store compares and sets, its time, and how to
 * detect that it went back.
 *
 * <p>A namespace has one header, and a record for each worker id that was ever granted. The store also counts how many records were ever made.
 *
 * <p><b>What an adapter promises</b>
 *
 * <ul>
 *   <li><b>Atomic.</b> Each write compares and sets in one step. A write that makes a record adds 1 to the count of made records in that step. Such a
 *       write is carried out only while a header exists. A write that names a header is carried out only while that header stands. If a store
 *       cannot compare the header in the step, the adapter reads it after the write, over the same connection, and returns it. If that connection
 *       is lost in between, the write is not answered.
 *   <li><b>Durable.</b> A write is durable when it is answered, as far as the store's settings allow. The provider warns if they do not.
 *   <li><b>Current.</b> A read shows all writes before it. A server that cannot write, such as a replica, is refused. A read leaves no snapshot open,
 *       so the next read shows later writes.
 *   <li><b>Not answered.</b> A call that throws {@link io.distid.BackendException} may have been carried out, now or later, once or twice. An adapter
 *       may repeat a write by itself. A write whose {@code next} stands already answers {@link Written}.
 *   <li><b>Time.</b> {@link Moment#millis} is read from the server's clock, and never from this process's. A read returns a time at or after the
 *       moment of its header and count. A floor is computed from it, which must lie above all that was lost by then. A write returns the time of the
 *       step, or a later one.
 *   <li><b>Who it is.</b> {@link Moment#incarnation} changes whenever the store may have lost acknowledged writes: another server took over, it was
 *       restarted, or it was restored. It names the server that carried out the call. A server may return an earlier name again only if it has every
 *       header shown since.
 * </ul>
 *
 * <p>Safe for use by any number of threads. {@code RecordStoreContract} of id-testkit tests these promises.
 */
public interface RecordStore extends AutoCloseable {

    /**
     * The server that answered. Immutable.
     *
     * @param millis its clock, in epoch ms; it may show up to {@link RecordStore#clockError()} more
     * @param incarnation its incarnation: letters, digits and punctuation, without spaces, never empty
     */
    record Moment(long millis, String incarnation) {}

    /**
     * The numbers of records of a namespace. Immutable.
     *
     * @param made how many were ever made
     * @param there how many there are now
     */
    record Count(long made, long there) {
        /**
         * How many were lost.
         *
         * @return 0 if none was lost; negative if somebody added records by hand
         */
        public long lost() {
            return made - there;
        }
    }

    /**
     * The header of a namespace. Immutable.
     *
     * @param token a new token with each write of the header; without spaces
     * @param layout the layout of its ids, for ever
     * @param floor epoch ms: each holder that is granted an id stamps above it
     * @param incarnation the store's incarnation when the floor was raised; empty until the floor is raised, and nobody is granted an id before
     * @param lost how many records had been lost when the floor was raised
     */
    record Header(String token, String layout, long floor, String incarnation, long lost) {}

    /**
     * The record of one worker id. Immutable.
     *
     * @param token a new token with each write of the record; without spaces
     * @param bound epoch ms by the holder's clock: the end of the reserved ticks; once the id is released, the last stamp
     * @param stamped epoch ms: the holder began above it
     * @param freeFrom epoch ms by the store's clock: from then on another holder may take the id; 0 once it is released
     * @param holder host and process of the holder, for operators; a store may keep only the first 255 characters
     * @param version the adapter's means to replace the record, such as the version of a node; null if the token is enough
     */
    record LeaseRecord(
            String token,
            long bound,
            long stamped,
            long freeFrom,
            String holder,
            @Nullable Object version) {}

    /**
     * A part of a namespace as it stood. Immutable.
     *
     * @param header null before the namespace is made, and once it is lost
     * @param count the count of all records of the namespace, at or before the moment when {@code records} were read
     * @param records the records of the requested ids, as far as they exist
     * @param at the moment, at or after that of header and count
     */
    record View(@Nullable Header header, Count count, Map<Integer, LeaseRecord> records, Moment at) {}

    /**
     * Replaces one record. Immutable.
     *
     * @param expected the record that must stand, by its token; null if there must be none
     * @param next what takes its place
     * @param header the header that must stand, by its token; null if any header may, or none where a record is replaced
     */
    record Write(
            int id,
            @Nullable LeaseRecord expected,
            LeaseRecord next,
            @Nullable Header header) {}

    /** The result of a {@link Write}. Immutable. */
    sealed interface Outcome permits Written, Differs, Overwrote {
        /**
         * The server that carried it out.
         *
         * @return its moment in the step, or later
         */
        Moment at();
    }

    /**
     * The record is {@link Write#next}, by this call or an earlier sending of the same write. Immutable.
     *
     * @param record as it stands, with its version
     * @param header the header in the step or after it: always returned if the write named one, else null if it needs another request
     * @param count the count in the step or after it, if the write named a header or made the record; else it may be null
     * @param at the server that did it
     */
    record Written(
            LeaseRecord record,
            @Nullable Header header,
            @Nullable Count count,
            Moment at) implements Outcome {}

    /**
     * Nothing was written. Immutable.
     *
     * @param found the record that stands in place of the expected one, or the expected record beside another header; null if there is none
     * @param header the present header, if the write named one; else it may be null
     * @param at the server that compared
     */
    record Differs(@Nullable LeaseRecord found, @Nullable Header header, Moment at) implements Outcome {}

    /**
     * The write replaced another record than the expected one, since both had the same version. Only for stores whose versions can repeat. Immutable.
     *
     * @param record as it stands, which is {@link Write#next}
     * @param at the server that did it
     */
    record Overwrote(LeaseRecord record, Moment at) implements Outcome {}

    /**
     * Looks at a namespace, by one round trip if the store can. {@link View} says in which order its parts are read.
     *
     * @param namespace as in {@link io.distid.worker.WorkerRequest#namespace()}
     * @param firstId the first worker id to look at
     * @param count how many ids to look at, from 1 to {@link #readLimit()}
     * @return how they stand
     * @throws io.distid.BackendException if the store does not answer in time, refuses, or holds a malformed record
     */
    View read(String namespace, int firstId, int count);

    /**
     * Replaces the header.
     *
     * @param namespace whose header
     * @param expected the header that must stand, by its token; null if there must be neither a header nor a record
     * @param next what takes its place
     * @return whether it stands now
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    boolean writeHeader(String namespace, @Nullable Header expected, Header next);

    /**
     * Replaces records, each independently of the others.
     *
     * @param namespace whose records
     * @param writes from 1 to {@link #writeLimit()} of them; no id twice
     * @return the result of each, in their order
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; each may have been carried out
     */
    List<Outcome> write(String namespace, List<Write> writes);

    /**
     * How many ids a read may look at.
     *
     * @return at least 1
     */
    int readLimit();

    /**
     * How many records a write may replace.
     *
     * @return at least 1
     */
    int writeLimit();

    /**
     * How far the server's clock may be ahead of the returned time, as with times in whole seconds.
     *
     * @return zero if times are exact to the ms
     */
    default Duration clockError() {
        return Duration.ZERO;
    }

    /**
     * The place of a namespace, for messages, such as {@code hash distid:{orders} of Redis at localhost:6379}.
     *
     * @return without secrets
     */
    String where(String namespace);

    /** Closes the store. A second call does nothing. */
    @Override
    void close();
}
