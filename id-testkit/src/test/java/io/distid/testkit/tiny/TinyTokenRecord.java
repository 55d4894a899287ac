package io.distid.testkit.tiny;

import io.distid.coordination.Consumption;
import io.distid.coordination.TokenStore.Use;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A token as a tiny server keeps it: one line of words. */
record TinyTokenRecord(
        String state,
        String request,
        String attempt,
        long fence,
        long until,
        long keptUntil,
        byte @Nullable [] result) {
    /** Any request may use it. */
    static final String ANY = "any";

    private static final String NONE = "none";

    static @Nullable TinyTokenRecord read(Properties data, String key) {
        String line = data.getProperty(name(key));
        if (line == null) {
            return null;
        }
        List<String> words = List.of(line.split(" ", -1));
        TinyTokenRecord record = new TinyTokenRecord(
                words.get(0),
                words.get(1),
                words.get(2),
                Long.parseLong(words.get(3)),
                Long.parseLong(words.get(4)),
                Long.parseLong(words.get(5)),
                words.get(6).equals(NONE) ? null : Base64.getDecoder().decode(words.get(6)));
        return record.keptUntil <= System.currentTimeMillis() ? null : record;
    }

    void write(Properties data, String key) {
        String kept = result == null ? NONE : Base64.getEncoder().encodeToString(result);
        data.setProperty(
                name(key),
                String.join(
                        " ",
                        state,
                        request,
                        attempt,
                        Long.toString(fence),
                        Long.toString(until),
                        Long.toString(keptUntil),
                        kept));
    }

    static String name(String key) {
        return "token." + key;
    }

    boolean is(String wanted) {
        return state.equals(wanted);
    }

    boolean isOf(Use use) {
        return attempt.equals(use.attempt());
    }

    boolean isHeldByAnother(Use use) {
        return is("begun") && until > System.currentTimeMillis() && !isOf(use);
    }

    @Nullable
    Consumption refusal(Use use, boolean anyRequest) {
        if (!request.equals(ANY) && !request.equals(use.request()) && !anyRequest) {
            return Consumption.FOREIGN;
        }
        return is("issued") && until <= System.currentTimeMillis() ? Consumption.EXPIRED : null;
    }
}
