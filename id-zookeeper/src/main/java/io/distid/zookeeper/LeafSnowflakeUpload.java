package io.distid.zookeeper;

import io.distid.BackendException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The data of Leaf's node: {@code {"ip":"10.0.0.1","port":"8080","timestamp":1700000000000}}.
 *
 * <p>It has no other member, since Leaf refuses members that it does not know.
 *
 * @param ip the host
 * @param port the port, which Leaf writes as a text
 * @param timestamp epoch ms; a Leaf whose clock is behind it does not start
 */
record LeafSnowflakeUpload(String ip, String port, long timestamp) {
    private static final String STRING = "\"[^\"\\\\\\p{Cntrl}]*\"";
    private static final String MEMBER = "\\s*\"\\w+\"\\s*:\\s*(?:" + STRING + "|-?\\d{1,18}|null|true|false)\\s*";
    private static final Pattern FLAT_OBJECT = Pattern.compile("\\s*\\{" + MEMBER + "(?:," + MEMBER + ")*}\\s*");
    private static final Pattern TIMESTAMP = Pattern.compile("[{,]\\s*\"timestamp\"\\s*:\\s*(\\d{1,18})\\s*[,}]");

    /** The upload of a process at {@code ip:port}. */
    static LeafSnowflakeUpload of(String address, long timestamp) {
        int colon = address.lastIndexOf(':');
        return new LeafSnowflakeUpload(address.substring(0, colon), address.substring(colon + 1), timestamp);
    }

    /** Reads the time from the upload of any Leaf. */
    static long timestamp(String path, byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        Matcher timestamp = TIMESTAMP.matcher(text);
        if (!FLAT_OBJECT.matcher(text).matches() || !timestamp.find()) {
            throw new BackendException("node " + path + " does not hold an upload of a Leaf, which is"
                    + " {\"ip\":...,\"port\":...,\"timestamp\":<epoch ms>}, but \""
                    + text.substring(0, Math.min(80, text.length()))
                    + "\"; correct it, or remove the node if nobody uses it");
        }
        return Long.parseLong(timestamp.group(1));
    }

    byte[] bytes() {
        return ("{\"ip\":\"" + ip + "\",\"port\":\"" + port + "\",\"timestamp\":" + timestamp + "}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
