package io.distid.testkit.tiny;

import java.util.Properties;

/**
 * Where the data of one namespace lie: its layout, above which stamp it began, and how many ids were ever granted in it.
 *
 * @param name the namespace
 */
record TinySpace(String name) {
    TinyLeaseRecord slot(int id) {
        return new TinyLeaseRecord(name, id);
    }

    boolean exists(Properties data) {
        return data.containsKey(name + ".layout");
    }

    void make(Properties data, String layout, long floor) {
        data.setProperty(name + ".layout", layout);
        data.setProperty(name + ".floor", Long.toString(floor));
        data.setProperty(name + ".granted", "0");
    }

    String layout(Properties data) {
        return data.getProperty(name + ".layout");
    }

    long floor(Properties data) {
        return Long.parseLong(data.getProperty(name + ".floor"));
    }

    /** Whether there are fewer records than ids that were granted for the first time. */
    boolean hasLostRecords(Properties data) {
        long records = data.stringPropertyNames().stream()
                .filter(key -> key.startsWith(name + ".") && key.endsWith(".until"))
                .count();
        return records < granted(data);
    }

    void countFirstGrant(Properties data) {
        data.setProperty(name + ".granted", Long.toString(granted(data) + 1));
    }

    void wipe(Properties data) {
        data.keySet().removeIf(key -> key.toString().startsWith(name + "."));
    }

    private long granted(Properties data) {
        return Long.parseLong(data.getProperty(name + ".granted"));
    }
}
