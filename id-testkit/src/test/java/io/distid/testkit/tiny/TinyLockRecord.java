package io.distid.testkit.tiny;

import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A lock as a tiny server keeps it: one line of words.
 *
 * @param until when the lease ends, in epoch ms; 0 once the lock was freed
 * @param freed the number of the last holder but one, if it freed the lock; else 0
 */
record TinyLockRecord(long fence, String token, long until, String process, boolean wanted, long freed) {

    static @Nullable TinyLockRecord read(Properties data, String lock) {
        String line = data.getProperty(name(lock));
        if (line == null) {
            return null;
        }
        List<String> words = List.of(line.split(" ", -1));
        return new TinyLockRecord(
                Long.parseLong(words.get(0)),
                words.get(1),
                Long.parseLong(words.get(2)),
                words.get(3),
                Boolean.parseBoolean(words.get(4)),
                Long.parseLong(words.get(5)));
    }

    void write(Properties data, String lock) {
        data.setProperty(
                name(lock),
                String.join(
                        " ",
                        Long.toString(fence),
                        token,
                        Long.toString(until),
                        process,
                        Boolean.toString(wanted),
                        Long.toString(freed)));
    }

    static String name(String lock) {
        return "lock." + lock;
    }

    boolean isFree() {
        return until == 0;
    }

    boolean isHeld() {
        return until > System.currentTimeMillis();
    }

    TinyLockRecord extended(String by, long end) {
        return new TinyLockRecord(fence, by, end, process, wanted, freed);
    }

    TinyLockRecord asWanted() {
        return new TinyLockRecord(fence, token, until, process, true, freed);
    }

    TinyLockRecord asFree() {
        return new TinyLockRecord(fence, token, 0, process, wanted, freed);
    }
}
