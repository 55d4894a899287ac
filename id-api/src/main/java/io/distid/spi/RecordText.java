package io.distid.spi;

import io.distid.BackendException;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of headers and records, the same in all stores that keep texts:
 *
 * <pre>
 * header  &lt;token&gt; &lt;floor&gt; &lt;lost&gt; &lt;incarnation, - for none&gt; &lt;layout&gt;
 * record  &lt;token&gt; &lt;bound&gt; &lt;stamped&gt; &lt;free from&gt; &lt;holder&gt;
 * </pre>
 *
 * <p>Stateless.
 */
public final class RecordText {
    private static final String NUMBER = "(-?\\d{1,18})";
    private static final Pattern HEADER =
            Pattern.compile("(\\S+) " + NUMBER + " " + NUMBER + " (\\S+) (.*)", Pattern.DOTALL);
    private static final Pattern RECORD =
            Pattern.compile("(\\S+) " + NUMBER + " " + NUMBER + " " + NUMBER + " (.*)", Pattern.DOTALL);
    private static final String NO_INCARNATION = "-";
    private static final int SHOWN = 80;

    private RecordText() {}

    /** Writes a header. */
    public static String of(Header header) {
        String incarnation = header.incarnation().isEmpty() ? NO_INCARNATION : header.incarnation();
        return header.token() + " " + header.floor() + " " + header.lost() + " " + incarnation + " " + header.layout();
    }

    /** Writes a record, without its version. */
    public static String of(LeaseRecord record) {
        return record.token() + " " + record.bound() + " " + record.stamped() + " " + record.freeFrom() + " "
                + record.holder();
    }

    /**
     * Reads a header.
     *
     * @param where it stands, for the message
     * @throws BackendException if it is none
     */
    public static Header header(String text, String where) {
        Matcher form = matched(HEADER, text, "header of a namespace", where);
        String incarnation = form.group(4).equals(NO_INCARNATION) ? "" : form.group(4);
        return new Header(
                form.group(1),
                form.group(5),
                Long.parseLong(form.group(2)),
                incarnation,
                Long.parseLong(form.group(3)));
    }

    /**
     * Reads a record.
     *
     * @param version its version, as the adapter needs it
     * @param where it stands, for the message
     * @throws BackendException if it is none
     */
    public static LeaseRecord record(String text, @Nullable Object version, String where) {
        Matcher form = matched(RECORD, text, "record of a worker id", where);
        return new LeaseRecord(
                form.group(1),
                Long.parseLong(form.group(2)),
                Long.parseLong(form.group(3)),
                Long.parseLong(form.group(4)),
                form.group(5),
                version);
    }

    private static Matcher matched(Pattern pattern, String text, String what, String where) {
        Matcher form = pattern.matcher(text);
        if (!form.matches()) {
            String shown = text.substring(0, Math.min(SHOWN, text.length()));
            throw new BackendException(where + " does not hold a " + what + ": \"" + shown
                    + "\". Was it written by another version of distid, or by hand?");
        }
        return form;
    }
}
