package io.distid.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Small records of a namespace, moved by compare-and-set: all that leased worker ids need of a store. The lease protocol
 * ({@link io.distid.worker.StoreWorkerIds}) is written once over this port; an adapter says only how its store compares and sets, what time
 * it tells, and how to see that it went back.
 *
 * <p>A namespace has one header, and a record for each worker id that was ever granted. The store also counts how many records were ever made.
 *
 * <p><b>What an adapter promises</b>
 *
 * <ul>
 *   <li><b>Atomic.</b> Each write compares and sets in one step. A write that makes a record adds 1 to the count of made records in that step,
 *       and is carried out only while there is a header. A write that names a header is carried out only while that header stands. A store that
 *       cannot compare the header in the step reads it after the write, over the same connection, and tells what it found. If that connection
 *       is lost in between, the write is not answered.
 *   <li><b>Durable.</b> A write is durable when it is answered, as far as the store's settings allow; the provider warns where they do not.
 *   <li><b>Current.</b> A read shows all that was written before it was asked. A server that cannot write, such as a replica, is refused. A read
 *       leaves no snapshot open, so the next read shows what came meanwhile.
 *   <li><b>Not answered.</b> A call that throws {@link io.distid.BackendException} may have been carried out, now or later, once or twice. An
 *       adapter may repeat a write by itself: a write whose {@code next} stands already answers as {@link Written}.
 *   <li><b>Time.</b> {@link Moment#millis} is read from the server's clock, and never from this process's. A read tells the time at or after
 *       the moment of the header and the count that it shows: a floor is computed from it, which must lie above all that was lost by then. A write
 *       tells the time of the step, or one read after it.
 *   <li><b>Who it is.</b> {@link Moment#incarnation} changes whenever the store may have lost writes that it had acknowledged: another server took
 *       over, it was restarted, or it was restored. It names the server that carried out the call. A name that was told before is told again
 *       only by a server that has each header which was shown since.
 * </ul>
 *
 * <p>Safe for use by any number of threads. {@code RecordStoreContract} of id-testkit tests what is promised here.
 */
public interface RecordStore extends AutoCloseable {

    /**
     * The server that answered. Immutable.
     *
     * @param millis its clock, in epoch ms; it may show up to {@link RecordStore#clockError()} more
     * @param incarnation who it is; letters, digits and punctuation, without spaces, never empty
     */
    record Moment(long millis, String incarnation) {}

    /**
     * How many records there are of a namespace. Immutable.
     *
     * @param made how many were ever made
     * @param there how many there are now
     */
    record Count(long made, long there) {
        /**
         * How many were lost.
         *
         * @return 0 where none was; a negative number where somebody added records by hand
         */
        public long lost() {
            return made - there;
        }
    }

    /**
     * What is known of a namespace. Immutable.
     *
     * @param token another one after each write of the header; without spaces
     * @param layout the layout of its ids, for ever
     * @param floor epoch ms: whoever is granted an id stamps above it
     * @param incarnation of the store when the floor was raised; empty while the floor is yet to be raised, and then nobody is granted an id
     * @param lost how many records had been lost when the floor was raised
     */
    record Header(String token, String layout, long floor, String incarnation, long lost) {}

    /**
     * What is known of one worker id. Immutable.
     *
     * @param token another one after each write of the record; without spaces
     * @param bound epoch ms by the holder's clock, up to which ticks are reserved; once the id is released, up to which they were stamped
     * @param stamped epoch ms, above which the holder began
     * @param freeFrom epoch ms by the store's clock, from which another may take the id; 0 once it is released
     * @param holder host and process of the holder, for operators
     * @param version what the adapter needs to replace the record, such as the version of a node; null if the token is enough
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
     * @param count of all records of the namespace, at or before the moment at which {@code records} were read
     * @param records of the ids that were asked for, those that have one
     * @param at when, at or after the moment of header and count
     */
    record View(@Nullable Header header, Count count, Map<Integer, LeaseRecord> records, Moment at) {}

    /**
     * Replaces one record. Immutable.
     *
     * @param id the worker id
     * @param expected the record that must stand, by its token; null if there must be none
     * @param next what takes its place
     * @param header the header that must stand, by its token; null if any may, or none
     */
    record Write(
            int id,
            @Nullable LeaseRecord expected,
            LeaseRecord next,
            @Nullable Header header) {}

    /** What became of a {@link Write}. Immutable. */
    sealed interface Outcome permits Written, Differs, Overwrote {
        /**
         * The server that did it.
         *
         * @return in the step, or read after it
         */
        Moment at();
    }

    /**
     * The record is {@link Write#next}, by this call or an earlier sending of it. Immutable.
     *
     * @param record as it stands, with its version
     * @param header as it stood in the step or after it: always told if the write named one, else where it takes no further request
     * @param count in the step or after it, if the write named a header or made the record; else null
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
     * @param found the record that stands in place of the expected one, or stands as expected beside another header; null if there is none
     * @param header as it stands, if the write named one
     * @param at the server that compared
     */
    record Differs(@Nullable LeaseRecord found, @Nullable Header header, Moment at) implements Outcome {}

    /**
     * The write replaced another record than the expected one, which had come to the same version. Only of stores that compare versions which can
     * come again. Immutable.
     *
     * @param record as it stands, which is {@link Write#next}
     * @param at the server that did it
     */
    record Overwrote(LeaseRecord record, Moment at) implements Outcome {}

    /**
     * Looks at a namespace, by one request.
     *
     * @param namespace as in {@link io.distid.worker.WorkerRequest#namespace()}
     * @param firstId the first worker id to look at
     * @param count how many ids to look at, from 1 to {@link #readLimit()}
     * @return how they stand
     * @throws io.distid.BackendException if the store does not answer in time, refuses, or holds what is no record
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
     * Replaces records, each by itself: what becomes of one is nothing to the others.
     *
     * @param namespace whose records
     * @param writes from 1 to {@link #writeLimit()} of them; no id twice
     * @return what became of each, in their order
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
     * How much more the server's clock may show than it tells, as where it is told in whole seconds.
     *
     * @return zero if it tells all
     */
    default Duration clockError() {
        return Duration.ZERO;
    }

    /**
     * Where a namespace is kept, for messages, such as {@code hash distid:{orders} of Redis at localhost:6379}.
     *
     * @param namespace the namespace
     * @return without secrets
     */
    String where(String namespace);

    /** Lets go of the store. A second call does nothing. */
    @Override
    void close();
}
