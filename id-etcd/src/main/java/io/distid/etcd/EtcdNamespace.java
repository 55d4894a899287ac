package io.distid.etcd;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.worker.LeaseToken;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one namespace: {@code /layout}, {@code /ids/<id>} for each worker id that was ever granted, and {@code /held/<id>}, which ends with
 * a lease of etcd, for each that is held.
 *
 * <p>The header holds {@code <floor> <version> <records> @<incarnation> <layout>}. Whoever takes an id begins above the floor. Each new record is made in one
 * transaction with a write to the header, so its version tells how many were made since it had the one that is noted; where there
 * are not as many as there must be, some were lost, and the floor is raised. They are counted when the namespace is read, and again in the
 * transaction that makes one.
 *
 * <p>The floor is raised, too, where etcd answers by another incarnation than that by which it was: it was restored, or put back to a copy of its data, or another leader was elected, and only the
 * last of these has lost nothing. So the incarnation of the answer to the transaction that takes an id is compared once more.
 *
 * <p>Whoever raises the floor by a look announces that first, by the incarnation and a token, {@code @<incarnation>+<token>}, and then looks once more. By an old look, of one that
 * stood still since, it would be raised too little, and for the incarnation that etcd has: one that is put back to a copy once more can have the same. As no copy from before has the token, that is
 * not carried out then.
 *
 * <p>A header that is made has no floor yet, and tells of more records than there can be. So nobody takes an id before the floor is raised for the first time, by
 * the clock of a look that came after the header was there: the look that found none may be old by then, and the namespace may have been made,
 * used and lost since.
 */
final class EtcdNamespace {
    private static final System.Logger LOG = System.getLogger(EtcdNamespace.class.getName());
    private static final Pattern HEADER =
            Pattern.compile("(\\d{1,18}) (\\d{1,18}) (\\d{1,9}) (?:@(\\S+) )?(.*)", Pattern.DOTALL);

    /** Behind an incarnation by which the floor is to be raised, and before a token that no other has. */
    private static final String ANNOUNCED = "+";

    /** Of a header that has just been made. */
    private static final long NO_FLOOR = 0;

    private static final int UNCOUNTED = 999_999_999;
    /** Two raise a floor, and a third finds it; others may be at it, too. */
    private static final int LOOKS = 16;

    private static final String LAYOUT = "/layout";
    private static final String IDS = "/ids/";
    private static final String HELD = "/held/";

    private final Etcd etcd;
    private final WorkerRequest request;
    private final EtcdHorizon horizon;
    private final String path;

    EtcdNamespace(Etcd etcd, String prefix, WorkerRequest request, EtcdHorizon horizon) {
        this.etcd = etcd;
        this.request = request;
        this.horizon = horizon;
        this.path = prefix + "/" + request.namespace();
    }

    /**
     * How a namespace stood.
     *
     * @param window which ids were looked at; null for all
     * @param header as it was read
     * @param floor above which whoever takes an id begins
     * @param serverMillis the server's clock then, as it was told
     * @param incarnation of etcd then, by which the floor was raised last
     */
    record Members(
            @Nullable IdWindow window,
            Etcd.Entry header,
            long floor,
            Map<Integer, Etcd.Entry> records,
            Set<Integer> held,
            long serverMillis,
            String incarnation) {}

    /**
     * The header's value.
     *
     * @param floor above which whoever takes an id begins
     * @param expected how many records there must be
     * @param incarnation of etcd when the floor was raised
     */
    private record Header(long floor, long expected, String incarnation) {}

    String header() {
        return path + LAYOUT;
    }

    String record(int id) {
        return path + IDS + id;
    }

    String held(int id) {
        return path + HELD + id;
    }

    /** For messages. */
    String name() {
        return "namespace \"" + request.namespace() + "\" (keys " + path + " of etcd at " + etcd.where() + ")";
    }

    /**
     * Looks at some ids, for a namespace whose keys are more than an answer has room for: whoever takes one of many reads a small part of
     * them. All records are counted at the same revision, which is what begins with a digit: a key of no id does not stand in for a record that is missing.
     *
     * @param window which ids
     * @return null where {@link #read(boolean)} has something to make, to mend or to refuse, or where ids that the request does not allow have keys
     *     between, which that reads in pages; and where etcd takes fewer reads in a transaction
     */
    @Nullable
    Members read(IdWindow window) {
        long clock = request.clock().millis();
        Transaction transaction =
                new Transaction().count(firstRecord(), behindRecords()).read(header());
        for (int start : window.starts()) {
            long most = IdWindow.size(start, request);
            transaction.readAll(path + IDS + start, most, false).readAll(path + HELD + start, most, true);
        }
        Etcd.Outcome outcome;
        try {
            outcome = etcd.commit(transaction);
        } catch (BackendException e) {
            if (e.getCause() instanceof TransactionTooLargeException) {
                return null;
            }
            throw e;
        }
        horizon.requireClock("worker id of " + name(), clock, outcome.serverMillis());
        Keys keys = sorted(outcome.found());
        if (keys.header == null) {
            return null;
        }
        Header header = parse(keys.header);
        long counted = outcome.counts().get(0);
        // Where there are more keys than were found, the limit left some out, and their ids would pass for free ones.
        long there = outcome.counts().stream().mapToLong(Long::longValue).sum() - counted;
        return counted != header.expected
                        || there != outcome.found().size()
                        || !header.incarnation.equals(outcome.incarnation())
                ? null
                : new Members(
                        window,
                        keys.header,
                        header.floor,
                        keys.records,
                        keys.held,
                        outcome.serverMillis(),
                        outcome.incarnation());
    }

    /** Has a transaction tell what {@link #hasAllRecords} asks for, whether its comparisons hold or not. */
    void countRecords(Transaction transaction) {
        transaction
                .count(firstRecord(), behindRecords())
                .read(header())
                .orCount(firstRecord(), behindRecords())
                .orRead(header());
    }

    /**
     * Whether there were as many records as were made, by the time of a transaction that counted them. Then none was made twice: each of those
     * that were made is another one that is there.
     */
    boolean hasAllRecords(Etcd.Outcome outcome) {
        Etcd.Entry header = sorted(outcome.found()).header;
        return header != null && parse(header).expected == outcome.counts().get(0);
    }

    private String firstRecord() {
        return path + IDS + '0';
    }

    private String behindRecords() {
        return path + IDS + (char) ('9' + 1);
    }

    /**
     * Looks at it, and makes or mends the header where that has to be done first: then somebody has to look once more.
     *
     * @param create whether a namespace that is missing is made
     * @return null if the header has just been written, by this process or another
     */
    @Nullable
    Members read(boolean create) {
        long clock = request.clock().millis();
        Etcd.Snapshot snapshot = etcd.range(path + "/");
        horizon.requireClock("worker id of " + name(), clock, snapshot.serverMillis());
        Keys keys = sorted(snapshot.entries());
        int records = keys.records.size();
        if (keys.header == null) {
            if (records > 0) {
                throw withoutHeader(records);
            }
            make(create);
            return null;
        }
        Header header = parse(keys.header);
        if (records != header.expected || !header.incarnation.equals(snapshot.incarnation())) {
            raise(keys.header, header, records, snapshot);
            return null;
        }
        return new Members(
                null,
                keys.header,
                header.floor,
                keys.records,
                keys.held,
                snapshot.serverMillis(),
                snapshot.incarnation());
    }

    /** The floor above all that was reserved before this etcd was what it is; it is raised first where that has to be done. */
    long currentFloor() {
        for (int look = 0; look < LOOKS; look++) {
            Etcd.Snapshot snapshot = etcd.range(header());
            Etcd.Entry entry = sorted(snapshot.entries()).header;
            if (entry != null) {
                Header header = parse(entry);
                if (header.incarnation.equals(snapshot.incarnation())) {
                    return header.floor;
                }
            }
            read(false);
        }
        throw new BackendException(
                name() + ": its floor is not the one of this cluster and term yet; will be tried again");
    }

    /** Keys of a namespace by what they are. */
    private record Keys(Etcd.@Nullable Entry header, Map<Integer, Etcd.Entry> records, Set<Integer> held) {}

    private Keys sorted(List<Etcd.Entry> entries) {
        Etcd.Entry header = null;
        Map<Integer, Etcd.Entry> records = new TreeMap<>();
        Set<Integer> held = new HashSet<>();
        for (Etcd.Entry entry : entries) {
            String name = entry.key().substring(path.length());
            if (name.equals(LAYOUT)) {
                header = entry;
            } else if (name.startsWith(IDS)) {
                records.put(id(name.substring(IDS.length())), entry);
            } else if (name.startsWith(HELD)) {
                held.add(id(name.substring(HELD.length())));
            }
        }
        return new Keys(header, records, held);
    }

    private Header parse(Etcd.Entry header) {
        Matcher form = HEADER.matcher(header.value());
        if (!form.matches()) {
            throw new BackendException(
                    "key " + header.key() + " of etcd at " + etcd.where() + " holds no header of a namespace");
        }
        String layout = form.group(5);
        if (!layout.equals(request.fingerprint())) {
            throw new ConfigException(name() + " is in use with the layout \"" + layout + "\", not \""
                    + request.fingerprint() + "\": ids of two layouts can be equal; take another namespace");
        }
        return new Header(
                Long.parseLong(form.group(1)),
                Long.parseLong(form.group(3)) + header.version() - Long.parseLong(form.group(2)),
                form.group(4) == null ? "" : form.group(4));
    }

    /**
     * Whoever comes first makes it; whoever looks next raises its floor above all that holders of a lost one can have reserved. Not where there are records by then: another layout may have
     * been used since the look, and its header lost alone.
     */
    private void make(boolean create) {
        if (!create) {
            throw new ConfigException(name() + " does not exist. If it is new, pass create=true for its first start; if"
                    + " it was lost, too: ids then begin above all that its holders can have reserved");
        }
        etcd.requireMajority(name());
        etcd.commit(new Transaction()
                .ifAbsent(header())
                .ifNone(firstRecord(), behindRecords())
                .put(header(), newHeader()));
    }

    private String newHeader() {
        return NO_FLOOR + " 1 " + UNCOUNTED + " " + request.fingerprint();
    }

    /** Its records do not tell their layout, and who holds them goes on with it. */
    private ConfigException withoutHeader(int records) {
        return new ConfigException(
                name() + " has " + records + " records of worker ids and no header, which was removed:"
                        + " ids of another layout than theirs could be equal to them. If all of them have the layout \""
                        + request.fingerprint() + "\", put it back: etcdctl put '" + header() + "' '" + newHeader()
                        + "'; else take another namespace");
    }

    /** In two steps: first this look's incarnation is announced, then the floor is raised by the look that finds that. */
    private void raise(Etcd.Entry entry, Header header, int records, Etcd.Snapshot found) {
        boolean announced = header.incarnation.startsWith(found.incarnation() + ANNOUNCED);
        long raised = announced ? Math.max(header.floor, horizon.stampedByLost(found.serverMillis())) : header.floor;
        String incarnation = found.incarnation() + (announced ? "" : ANNOUNCED + LeaseToken.draw());
        String value =
                raised + " " + (entry.version() + 1) + " " + records + " @" + incarnation + " " + request.fingerprint();
        if (etcd.commit(new Transaction().ifUnchanged(entry).put(header(), value))
                .succeeded()) {
            LOG.log(
                    Level.INFO,
                    name()
                            + (announced
                                    ? ": ids that are taken from now on begin at " + Instant.ofEpochMilli(raised + 1)
                                    : why(header, records, found.incarnation()) + ": its floor is being raised"));
        }
    }

    private static String why(Header header, int records, String incarnation) {
        if (header.floor == NO_FLOOR) {
            return " was not there and is made";
        }
        if (records != header.expected) {
            return " has " + records + " records of worker ids, and " + header.expected + " were made";
        }
        return " is of cluster and term " + incarnation + " now, and was of " + header.incarnation
                + ": where that is a restore, and no election of a leader, grants may be missing";
    }

    /** No other form of a number than the one that records are written with: it would stand in for a record that is missing. */
    private int id(String text) {
        try {
            int id = Integer.parseInt(text);
            if (id >= 0 && text.equals(Integer.toString(id))) {
                return id;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new BackendException(name() + " holds a key of no worker id: " + text);
    }
}
