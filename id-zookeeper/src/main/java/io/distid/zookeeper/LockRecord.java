package io.distid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.data.Stat;

/**
 * What the node of a lock holds: {@code <fence> <from> <lease> <token> <process> <wanted> <freed>}.
 *
 * <p>Who writes does not know ZooKeeper's time, which its answer tells. So a grant is written as {@code >n}, a number above the one
 * before it, and a lease as {@code -}, from this write on; the node's time of change says what they are, to its writer and to all
 * who read it. Any other write puts down both as they are.
 *
 * @param fence the greatest number that was granted
 * @param from when the lease began, in epoch ms by ZooKeeper's clock
 * @param lease in ms; 0 once the lock was freed
 * @param token who holds it, or held it last
 * @param process of the holder
 * @param wanted whether another process has asked for it since
 * @param freed the number of the last holder but one, if that freed the lock; else 0
 */
record LockRecord(long fence, long from, long lease, String token, String process, boolean wanted, long freed) {
    private static final Pattern FORM =
            Pattern.compile("(>?)(\\d{1,18}) (\\d{1,18}|-) (\\d{1,18}) (\\S+) (\\S+) ([01]) (\\d{1,18})");

    static LockRecord parse(String path, byte[] data, Stat stat) {
        Matcher form = NodeText.matched(FORM, path, data, "lock");
        long fence = Long.parseLong(form.group(2));
        return new LockRecord(
                form.group(1).isEmpty() ? fence : Math.max(fence + 1, stat.getMtime() * 1_000),
                form.group(3).equals("-") ? stat.getMtime() : Long.parseLong(form.group(3)),
                Long.parseLong(form.group(4)),
                form.group(5),
                form.group(6),
                form.group(7).equals("1"),
                Long.parseLong(form.group(8)));
    }

    /** A grant above a number, from the write of it on. */
    static byte[] grant(long above, long lease, String token, String process, long freed) {
        return bytes(">" + above, "-", lease, token, process, false, freed);
    }

    /** The same grant for a lease from the write of it on. */
    byte[] extended(long length, String by) {
        return bytes(Long.toString(fence), "-", length, by, process, wanted, freed);
    }

    /** The same grant, which lasts for its lease from another time on. */
    LockRecord from(long millis) {
        return new LockRecord(fence, millis, lease, token, process, wanted, freed);
    }

    /** The same grant, wanted by another process. */
    LockRecord wantedByAnother() {
        return new LockRecord(fence, from, lease, token, process, true, freed);
    }

    /** The lock without a holder. */
    LockRecord free() {
        return new LockRecord(fence, from, 0, token, process, wanted, freed);
    }

    boolean isFree() {
        return lease == 0;
    }

    /** When the lease ends, by ZooKeeper's clock. */
    long until() {
        return from + lease;
    }

    byte[] bytes() {
        return bytes(Long.toString(fence), Long.toString(from), lease, token, process, wanted, freed);
    }

    private static byte[] bytes(
            String fence, String from, long lease, String token, String process, boolean wanted, long freed) {
        return String.join(
                        " ",
                        fence,
                        from,
                        Long.toString(lease),
                        token,
                        process,
                        wanted ? "1" : "0",
                        Long.toString(freed))
                .getBytes(StandardCharsets.UTF_8);
    }
}
