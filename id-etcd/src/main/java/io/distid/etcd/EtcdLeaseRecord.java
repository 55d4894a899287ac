package io.distid.etcd;

import io.distid.BackendException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the key of a worker id holds: {@code <bound> <token> <holder>}.
 *
 * @param bound epoch ms by the holder's clock, up to which ticks are reserved, or, once released, were stamped
 * @param token proves who holds it, another one after each write; {@link #NOBODY} once released
 * @param holder in words, for operators
 */
record EtcdLeaseRecord(long bound, String token, String holder) {
    /** The token of a record that was released. */
    static final String NOBODY = "-";

    private static final Pattern FORM = Pattern.compile("(-?\\d{1,18}) (\\S+) (.*)", Pattern.DOTALL);
    private static final int SHOWN = 80;

    static EtcdLeaseRecord parse(Etcd.Entry entry) {
        Matcher form = FORM.matcher(entry.value());
        if (!form.matches()) {
            String value = entry.value();
            throw new BackendException("key " + entry.key() + " of etcd holds no worker id's record: \""
                    + value.substring(0, Math.min(SHOWN, value.length())) + "\"");
        }
        return new EtcdLeaseRecord(Long.parseLong(form.group(1)), form.group(2), form.group(3));
    }

    /** The value of the key. */
    String text() {
        return bound + " " + token + " " + holder;
    }
}
