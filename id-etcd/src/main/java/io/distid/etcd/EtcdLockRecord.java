package io.distid.etcd;

import io.distid.BackendException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the key of a lock holds: {@code <fence> <held|free> <lease> <wanted> <freed> <token> <process>}.
 *
 * @param fence the greatest number that was granted
 * @param free whether the holder freed it; where it did not, it is held as long as the key beside it is there
 * @param leaseMillis for how long it was granted or extended last
 * @param wanted whether another process has asked for it since it was granted
 * @param freed the number of the last holder but one, if it freed the lock, else 0
 * @param token who holds it, or held it last
 * @param process of the holder
 */
record EtcdLockRecord(
        long fence, boolean free, long leaseMillis, boolean wanted, long freed, String token, String process) {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,18}) (held|free) (\\d{1,12}) (0|1) (\\d{1,18}) (\\S+) (.*)", Pattern.DOTALL);
    private static final int SHOWN = 80;

    static EtcdLockRecord parse(Etcd.Entry entry) {
        Matcher form = FORM.matcher(entry.value());
        if (!form.matches()) {
            String value = entry.value();
            throw new BackendException("key " + entry.key() + " of etcd holds no record of a lock: \""
                    + value.substring(0, Math.min(SHOWN, value.length())) + "\"");
        }
        return new EtcdLockRecord(
                Long.parseLong(form.group(1)),
                form.group(2).equals("free"),
                Long.parseLong(form.group(3)),
                form.group(4).equals("1"),
                Long.parseLong(form.group(5)),
                form.group(6),
                form.group(7));
    }

    /** The value of the key. */
    String text() {
        return fence + (free ? " free " : " held ") + leaseMillis + (wanted ? " 1 " : " 0 ") + freed + " " + token + " "
                + process;
    }

    /** Whether it is, or was last, that of a grant. */
    boolean isOf(long grant, List<String> tokens) {
        return tokens.contains(token) && (grant == 0 || grant == fence);
    }

    EtcdLockRecord asWanted() {
        return new EtcdLockRecord(fence, free, leaseMillis, true, freed, token, process);
    }

    EtcdLockRecord asFree() {
        return new EtcdLockRecord(fence, true, leaseMillis, wanted, freed, token, process);
    }

    EtcdLockRecord extended(String next, long millis) {
        return new EtcdLockRecord(fence, false, millis, wanted, freed, next, process);
    }
}
