package io.distid.testkit.tiny;

import io.distid.spi.WorkerRequest;
import java.util.Properties;

/**
 * Where the data of one worker id lie.
 *
 * @param namespace whose id
 * @param id the id
 */
record TinySlot(String namespace, int id) {

    boolean isHeld(Properties data) {
        return data.containsKey(key("token")) && until(data) >= System.currentTimeMillis();
    }

    boolean isHeldWith(Properties data, String token) {
        return token.equals(data.getProperty(key("token")));
    }

    String holder(Properties data) {
        return data.getProperty(key("holder"));
    }

    String layout(Properties data) {
        return data.getProperty(key("layout"));
    }

    /** Where whoever held it before may have got to. */
    long stamped(Properties data) {
        return data.containsKey(key("until")) ? until(data) : Long.MIN_VALUE;
    }

    void take(Properties data, String token, WorkerRequest request, long until) {
        data.setProperty(key("token"), token);
        data.setProperty(key("holder"), request.holder());
        data.setProperty(key("layout"), request.fingerprint());
        data.setProperty(key("until"), Long.toString(until));
    }

    void moveOn(Properties data, long until) {
        data.setProperty(key("until"), Long.toString(until));
    }

    void release(Properties data, long stamped) {
        data.remove(key("token"));
        data.setProperty(key("until"), Long.toString(stamped));
    }

    private long until(Properties data) {
        return Long.parseLong(data.getProperty(key("until")));
    }

    private String key(String field) {
        return namespace + "." + id + "." + field;
    }
}
