package io.distid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What distid keeps of a number beside Leaf's node, where Leaf does not look: {@code 1 <uploaded> <bound> <term> <kept|free> <token>
 * <holder>}.
 *
 * <p>It is written in one transaction with Leaf's node. So where the two were last changed by different transactions, Leaf wrote
 * after distid did, and its upload counts.
 *
 * @param uploaded epoch ms by the holder's clock, when it wrote this
 * @param bound epoch ms by the holder's clock, up to which ticks are reserved, or, once released, were stamped
 * @param term ms from the last write, by the server's clock, after which the holder counts as gone
 * @param kept whether the holder's disk keeps the number, so that nobody else may ever take it
 * @param token proves who holds it, another one after each write; {@link #NOBODY} once released
 * @param holder in words, for operators
 */
record LeafSnowflakeMark(long uploaded, long bound, long term, boolean kept, String token, String holder) {
    /** The token of a number that was released. */
    static final String NOBODY = "-";

    private static final Pattern FORM =
            Pattern.compile("1 (\\d{1,18}) (-?\\d{1,18}) (\\d{1,18}) (kept|free) (\\S+) (.*)", Pattern.DOTALL);

    static LeafSnowflakeMark parse(String path, byte[] data) {
        Matcher form = NodeText.matched(FORM, path, data, "mark of distid");
        return new LeafSnowflakeMark(
                Long.parseLong(form.group(1)),
                Long.parseLong(form.group(2)),
                Long.parseLong(form.group(3)),
                form.group(4).equals("kept"),
                form.group(5),
                form.group(6));
    }

    /** The mark of a number that nobody has held yet, and whose first holder does not know yet above which stamp it begins. */
    static LeafSnowflakeMark unheld() {
        return new LeafSnowflakeMark(0, 0, 0, false, NOBODY, "nobody");
    }

    byte[] bytes() {
        return ("1 " + uploaded + " " + bound + " " + term + " " + (kept ? "kept" : "free") + " " + token + " "
                        + holder)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Whether nobody has reserved anything under it yet. */
    boolean isNew() {
        return equals(unheld());
    }

    boolean isReleased() {
        return token.equals(NOBODY);
    }

    /** The first ms that a Leaf may use after this holder, and not before this upload. */
    long timestamp() {
        return Math.max(bound + 1, uploaded);
    }
}
