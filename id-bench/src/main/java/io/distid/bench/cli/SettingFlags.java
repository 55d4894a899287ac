package io.distid.bench.cli;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.internal.BackgroundLog;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** A strategy's settings, as flags. */
final class SettingFlags {
    private static final String SYSTEM = "distid.";

    @Option(
            names = "-D",
            paramLabel = "<key=value>",
            description = {
                "A setting, such as -Dworker.id=7; one that begins with distid. is a system property.",
                "Passwords are better given by environment: DISTID_<STRATEGY>_<KEY>."
            })
    Map<String, String> given = new LinkedHashMap<>();

    IdGenerator open(String strategy) {
        return IdGenerators.open(strategy, own());
    }

    /** The same, with the logs before the first id. A short command would otherwise end before they are written. */
    IdGenerator openAndWarn(String strategy) {
        IdGenerator generator = open(strategy);
        BackgroundLog.flush();
        return generator;
    }

    /** Returns the strategy's settings, and makes the others system properties. */
    Map<String, String> own() {
        Map<String, String> own = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            if (key.startsWith(SYSTEM)) {
                System.setProperty(key, value);
            } else {
                own.put(key, value);
            }
        });
        return own;
    }
}
