package io.distid.zookeeper;

import io.distid.BackendException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a node's data as text of a given form. */
final class NodeText {
    private static final int SHOWN = 80;

    private NodeText() {}

    /**
     * Reads the data of a node.
     *
     * @param what the name of the form, such as {@code worker id's record}
     * @return the match of the whole text
     * @throws BackendException if the data has another form; the message has the beginning of it
     */
    static Matcher matched(Pattern form, String path, byte[] data, String what) {
        String text = new String(data, StandardCharsets.UTF_8);
        Matcher matched = form.matcher(text);
        if (!matched.matches()) {
            throw new BackendException("node " + path + " does not hold a " + what + ": \""
                    + text.substring(0, Math.min(SHOWN, text.length())) + "\"");
        }
        return matched;
    }
}
