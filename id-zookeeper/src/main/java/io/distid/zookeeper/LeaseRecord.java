package io.distid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the node of a worker id holds: {@code <bound> <term> <token> <holder>}.
 *
 * @param bound epoch ms by the holder's clock, up to which ticks are reserved, or, once released, were stamped; {@link #NEW} at first
 * @param term ms from the node's last write, by the server's clock, after which another may take the id
 * @param token proves who holds it, another one after each write; {@link #NOBODY} once released
 * @param holder in words, for operators
 */
record LeaseRecord(long bound, long term, String token, String holder) {
    /** The token of a worker id that was released. */
    static final String NOBODY = "-";

    /** The bound of a record that was made, and whose first holder does not know yet above which stamp it begins. */
    static final long NEW = Long.MIN_VALUE;

    private static final Pattern FORM = Pattern.compile("(-?\\d{1,19}) (\\d{1,18}) (\\S+) (.*)", Pattern.DOTALL);

    static LeaseRecord parse(String path, byte[] data) {
        Matcher form = NodeText.matched(FORM, path, data, "worker id's record");
        return new LeaseRecord(
                Long.parseLong(form.group(1)), Long.parseLong(form.group(2)), form.group(3), form.group(4));
    }

    byte[] bytes() {
        return (bound + " " + term + " " + token + " " + holder).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether nobody has reserved anything in it yet. */
    boolean isNew() {
        return bound == NEW;
    }

    /** Whether another may take it, when the server's clock shows {@code now} and showed {@code written} at the last write. */
    boolean isFree(long written, long now) {
        return token.equals(NOBODY) || now - written > term;
    }
}
