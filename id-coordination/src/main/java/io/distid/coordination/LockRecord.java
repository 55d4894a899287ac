package io.distid.coordination;

import io.distid.BackendException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * For implementers of {@link LockRecords}: a store's record of a lock. Its text is {@code <fence> <from> <lease> <token> <process> <wanted> <freed>}.
 * Immutable.
 *
 * <p>Some stores return their time only after a write, so the write cannot contain it. There a number is written as {@code >n}, which is one above n,
 * and a time as {@code -}. The reader {@linkplain #at resolves} both by the time of the write.
 *
 * @param above whether the number is unresolved, and will be above {@code fence}
 * @param fence the greatest granted number
 * @param from when the lease began, in epoch ms by the store's clock; {@link #UNRESOLVED} until it is resolved
 * @param lease in ms; 0 once the lock was freed
 * @param token of the holder, or of the last one
 * @param process of the holder
 * @param wanted whether another process has asked for the lock since it was granted
 * @param freed the number of the holder before, if that holder freed the lock; else 0
 */
public record LockRecord(
        boolean above, long fence, long from, long lease, String token, String process, boolean wanted, long freed) {
    /** For {@link #from()}: the time of the write. */
    public static final long UNRESOLVED = -1;

    private static final Pattern FORM =
            Pattern.compile("(>?)(\\d{1,18}) (\\d{1,18}|-) (\\d{1,18}) (\\S+) (\\S+) ([01]) (\\d{1,18})");

    /** Reads a record. Its place is for the message of the {@link BackendException} if the text is malformed. */
    public static LockRecord parse(String place, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new BackendException(place + " does not hold a record of a lock: \""
                    + text.substring(0, Math.min(80, text.length())) + "\"");
        }
        return new LockRecord(
                !form.group(1).isEmpty(),
                Long.parseLong(form.group(2)),
                form.group(3).equals("-") ? UNRESOLVED : Long.parseLong(form.group(3)),
                Long.parseLong(form.group(4)),
                form.group(5),
                form.group(6),
                form.group(7).equals("1"),
                Long.parseLong(form.group(8)));
    }

    /** The same record, written at a time in epoch ms by the store's clock. A grant's number is also at least {@code least}. */
    public LockRecord at(long millis, long least) {
        long number = above ? Math.max(fence + 1, least) : fence;
        return new LockRecord(false, number, from == UNRESOLVED ? millis : from, lease, token, process, wanted, freed);
    }

    /** The text that the store keeps. */
    public String text() {
        return (above ? ">" : "") + fence + " " + (from == UNRESOLVED ? "-" : from) + " " + lease + " " + token + " "
                + process + (wanted ? " 1 " : " 0 ") + freed;
    }

    /** Whether a text is the record of a lock that has a holder, though its lease may be over. */
    public static boolean isHeld(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() && Long.parseLong(form.group(4)) != 0;
    }

    /** Whether nobody holds the lock. */
    public boolean isFree() {
        return lease == 0;
    }

    LockRecord extended(long length, String by) {
        return new LockRecord(false, fence, UNRESOLVED, length, by, process, wanted, freed);
    }

    /** After a process has asked for it in vain. A lease that begins in the future would hold the lock for that long, so it begins now. */
    LockRecord askedForBy(String other, long now) {
        boolean asked = wanted || !process.equals(other);
        return new LockRecord(false, fence, Math.min(from, now), lease, token, process, asked, freed);
    }

    LockRecord released() {
        return new LockRecord(false, fence, from, 0, token, process, wanted, freed);
    }

    /** Whether it is, or was last, the record of a grant; number 0 stands for any grant. */
    boolean isOf(long grant, List<String> tokens) {
        return tokens.contains(token) && (grant == 0 || grant == fence);
    }
}
