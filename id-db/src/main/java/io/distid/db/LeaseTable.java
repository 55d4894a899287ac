package io.distid.db;

import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids of all namespaces: a row for each that was ever granted, and a header for each namespace. What the protocol asks of
 * the database, and so what a model of it has to do.
 *
 * <p>Each method is one atomic step: it is carried out as a whole or not at all, and holds all of its conditions, so that it does not
 * matter how long ago the caller read what it decides on. Any of them may be carried out and throw all the same, since the answer can
 * be lost; a repeat with the same tokens then does what the first did, or nothing. Expiry goes by the server's clock alone. The fence
 * of a row grows with each grant and each release, so what a former holder sends late matches no row.
 *
 * <p>No step puts a bound more than a horizon above the server's clock, which is {@code max-ahead} and the reservation. So whoever
 * begins a horizon above the clock begins above all that holders of lost rows can have reserved.
 */
interface LeaseTable extends AutoCloseable {

    /**
     * The header of a namespace.
     *
     * @param layout the layout of its ids
     * @param granted how many ids were ever granted, and so how many rows there must be
     * @param floor epoch ms: each lease begins above it
     * @param server the one that the floor was made on
     */
    record Header(String layout, long granted, long floor, String server) {}

    /**
     * A row as it stood when it was read.
     *
     * @param token the token of its holder; empty once it was released
     * @param fence how often it changed hands, above the time of the first
     * @param reservedUntil epoch ms, by its holder's clock: ticks up to it may be used
     * @param expiresAt epoch ms, by the server's clock; 0 if it was released
     */
    record Row(int id, String layout, String holder, String token, long fence, long reservedUntil, long expiresAt) {}

    /**
     * A namespace as it stood.
     *
     * @param now the server's clock
     * @param server the one that was asked; another one may lack what was acknowledged
     */
    record Snapshot(@Nullable Header header, Map<Integer, Row> rows, long now, String server) {
        /** Whether the floor was made on the server that was asked, so that all that was ever granted is to be expected there. */
        boolean namesItsServer() {
            return header != null && header.server().equals(server);
        }
    }

    /** A row that somebody holds. */
    record Held(String namespace, int id, long fence) {}

    /**
     * The tokens of a holder, as they are when a step begins.
     *
     * @param known all that the row can have while it is this holder's, the next one included: the step may be repeated
     * @param next what the row gets
     */
    record Tokens(List<String> known, String next) {
        /** Begins an attempt. */
        static Tokens of(LeaseToken token) {
            String next = token.next();
            return new Tokens(token.tokens(), next);
        }

        boolean contain(String token) {
            return known.contains(token);
        }
    }

    /**
     * What was granted.
     *
     * @param stampedUntil where a predecessor may have got to
     * @param reservedUntil the first bound
     * @param restarted whether the namespace had lost a row, so that the floor was moved
     */
    record Grant(int id, long fence, long stampedUntil, long reservedUntil, boolean restarted) {}

    /**
     * What a renewal asks for.
     *
     * @param tokens the holder's; the row gets the next one
     * @param confirmed the bound that the holder knows of
     * @param target the new one
     * @param term how long it is held by the server's clock, in ms
     */
    record Renewal(Held held, Tokens tokens, long confirmed, long target, long term, long horizon) {
        /** Whether a row is as this renewal leaves it: it has a token that no other has. */
        boolean isDone(@Nullable Row row) {
            return row != null
                    && row.fence() == held.fence()
                    && row.token().equals(tokens.next())
                    && row.reservedUntil() >= target;
        }

        /** Whether a row is still the holder's, though its lease was over. */
        boolean isLate(Standing standing) {
            Row row = standing.row();
            return row != null
                    && row.fence() == held.fence()
                    && tokens.contain(row.token())
                    && row.reservedUntil() >= confirmed
                    && row.expiresAt() <= standing.now()
                    && target <= standing.now() + horizon;
        }
    }

    /** A row that was not renewed, as it stood right after. */
    record Standing(@Nullable Row row, long now) {}

    /** What a row is known by among {@link KnownBounds}. */
    static String nameOf(String namespace, int id) {
        return namespace + " " + id;
    }

    /** The first bound of a lease: as far ahead as was asked for, but not above the horizon, nor below the predecessor. */
    static long firstBound(WorkerRequest request, long stampedUntil, long now, long horizon) {
        return Math.max(stampedUntil, Math.min(RenewedLease.firstBound(request, stampedUntil), now + horizon));
    }

    /** All that is known of a namespace. */
    Snapshot read(String namespace);

    /**
     * Makes the header of a namespace, unless there is one, or a row of another layout: with this layout, as many ids granted as there are rows, and a floor a
     * horizon above the server's clock.
     *
     * @return the floor; null if there is a header or such a row
     */
    @Nullable
    Long begin(String namespace, String layout, long horizon);

    /**
     * Moves the floor of a namespace a horizon above the server's clock, if the header is as it was read, and the server is the one that it was read from, but not the one that
     * the floor was made on: that one may have acknowledged what this one lacks, as an asynchronous replica does that was promoted. What it lacks was granted before this one took over, be it
     * after the read.
     *
     * @param read the namespace, with a header
     * @return the floor; null if it is not so any more
     */
    @Nullable
    Long moveTo(String namespace, Snapshot read, long horizon);

    /**
     * Makes the row of an id that had none when the namespace was read, and counts it in the header, if the header is as it was read, there is still no such
     * row, and the bound is within the horizon. As there were as many rows then as ids were granted, the id had never been granted; as the header counts each
     * grant, it has not been since. It is granted if after that the server is still the one that the namespace
     * was read from, which the header still names, with the same floor.
     *
     * @param read the namespace, with a header, and with as many rows as that says were granted
     * @param token the holder's token
     * @return its fence; null if it is not so any more
     * @throws NamespaceMovedException if it was taken and is not granted: the next look finds it by its token
     */
    @Nullable
    Long takeUnused(WorkerRequest request, int id, Snapshot read, String token, long reservedUntil, long horizon);

    /**
     * Makes the row of the first of some ids that has none, and counts it in the header. It begins above the header's floor; if there are not as many
     * rows as ids were granted, or the floor lies below {@code known}, a row was lost: then the floor is first moved a horizon above
     * the server's clock, and the count put right.
     *
     * @param token the holder's token
     * @param known the bounds that the caller saw confirmed
     * @return null if all of them have a row, or the header is not of that layout any more, or of another server
     */
    @Nullable
    Grant takeNew(WorkerRequest request, List<Integer> ids, String token, KnownBounds known, long horizon);

    /**
     * Takes a row that is as it was read, and whose lease is over or is the taker's own, if the bound is within the horizon. It is granted if after that the server is still the one that the
     * namespace was read from, which the header still names, with the same floor: where another one was the primary meanwhile, and has granted this id, the row need not tell.
     *
     * @param read the namespace, with a header
     * @param tokens the taker's tokens; the row gets the next one
     * @return its fence; null if it is not so any more
     * @throws NamespaceMovedException if it was taken and is not granted: the next look finds it by its token
     */
    @Nullable
    Long take(WorkerRequest request, Row free, Snapshot read, Tokens tokens, long reservedUntil, long horizon);

    /**
     * Moves bound, expiry and token of a row that has the fence, one of the tokens and at least the bound that was confirmed, if its lease is not over, and the
     * target is within the horizon. Where the header names another server, it is moved first, as by {@link #moveTo}.
     *
     * @return null if it was moved
     */
    @Nullable
    Standing renew(Renewal renewal);

    /**
     * Does the same to several rows of one namespace, each by itself, in one step.
     *
     * @return of those that were not moved
     */
    default Map<Renewal, Standing> renew(List<Renewal> renewals) {
        Map<Renewal, Standing> refused = new HashMap<>();
        for (Renewal each : renewals) {
            Standing standing = renew(each);
            if (standing != null) {
                refused.put(each, standing);
            }
        }
        return refused;
    }

    /**
     * What became of renewals whose leases were over.
     *
     * @param floor of the namespace after that; {@link Long#MIN_VALUE} if there is no header
     * @param refused those that were not moved
     */
    record Late(long floor, Map<Renewal, Standing> refused) {}

    /**
     * Does the same to several rows of one namespace whose leases are over: others may have been granted their ids, by a server that this one lacks that of. So a holder stamps from then on above
     * the floor, if that lies above the bound that was confirmed, as it then may have been made for that.
     */
    Late renewLate(List<Renewal> renewals);

    /**
     * Frees a row that has the fence, one of the tokens and at least the bound that was confirmed; false if it has not.
     *
     * @param tokens all that the row can have while it is the holder's
     */
    boolean release(Held held, List<String> tokens, long confirmed, long stampedUntil);

    /**
     * Frees a row whose bound lies below one that was confirmed, as where the table went back, and raises it to that. Leaves any other. May be
     * repeated.
     */
    void raise(String namespace, int id, long confirmed);

    /** The table's name, for messages. */
    String name();

    @Override
    void close();
}
