package io.distid.testkit.tiny;

import io.distid.internal.lease.LeaseToken;
import io.distid.worker.WorkerRequest;
import java.util.Properties;

/**
 * Where the data of one worker id lie: who has it, its bound, and where that holder began.
 *
 * @param namespace whose id
 * @param id the id
 */
record TinyLeaseRecord(String namespace, int id) {
    private static final String UNTIL = "until";

    boolean exists(Properties data) {
        return data.containsKey(key(UNTIL));
    }

    boolean isHeld(Properties data) {
        return data.containsKey(key("token")) && until(data) >= System.currentTimeMillis();
    }

    boolean isHeldBy(Properties data, LeaseToken token) {
        return token.owns(data.getProperty(key("token"), ""));
    }

    /** Whether the last renewal that was begun has not taken place. */
    boolean isHeldNow(Properties data, LeaseToken token) {
        return token.current().equals(data.getProperty(key("token")));
    }

    String holder(Properties data) {
        return data.getProperty(key("holder"));
    }

    /** Up to where whoever held it may have stamped. */
    long until(Properties data) {
        return Long.parseLong(data.getProperty(key(UNTIL)));
    }

    /** Where the present holder began. */
    long began(Properties data) {
        return Long.parseLong(data.getProperty(key("began")));
    }

    void take(Properties data, String token, WorkerRequest request, long stamped, long until) {
        data.setProperty(key("token"), token);
        data.setProperty(key("holder"), request.holder());
        data.setProperty(key("began"), Long.toString(stamped));
        data.setProperty(key(UNTIL), Long.toString(until));
    }

    void moveOn(Properties data, String token, long until) {
        data.setProperty(key("token"), token);
        data.setProperty(key(UNTIL), Long.toString(until));
    }

    void release(Properties data, long stamped) {
        data.remove(key("token"));
        data.setProperty(key(UNTIL), Long.toString(stamped));
    }

    void setBack(Properties data, long bound) {
        data.setProperty(key(UNTIL), Long.toString(bound));
    }

    /** Frees it above a bound, unless it has that already. */
    void raise(Properties data, long bound) {
        if (exists(data) && until(data) < bound) {
            release(data, bound);
        }
    }

    void forget(Properties data) {
        for (String field : new String[] {"token", "holder", "began", UNTIL}) {
            data.remove(key(field));
        }
    }

    private String key(String field) {
        return namespace + "." + id + "." + field;
    }
}
