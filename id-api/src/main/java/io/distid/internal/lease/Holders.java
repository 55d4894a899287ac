package io.distid.internal.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names the holder of a worker id for operators. Stateless: safe for use by any number of threads. */
public final class Holders {
    private Holders() {}

    /** Needed for each lease and constant, so it is looked up at first use. */
    private static final class Self {
        static final String NAME = host() + "/" + ProcessHandle.current().pid();
    }

    /**
     * This process.
     *
     * @return host and process id, such as {@code orders-3/4711}
     */
    public static String self() {
        return Self.NAME;
    }

    /** The host's name, without a name server: a request to it can block for long, just when things go wrong. */
    public static String host() {
        for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
            String name = System.getenv(variable);
            if (name != null && !name.isBlank()) {
                return name;
            }
        }
        try {
            return Files.readString(Path.of("/etc/hostname")).strip();
        } catch (IOException e) {
            return "unknown-host";
        }
    }
}
