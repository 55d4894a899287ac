package io.distid.internal.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who holds a worker id, in words for operators. Stateless: safe for use by any number of threads. */
public final class Holders {
    private Holders() {}

    /** Asked for each lease, and it does not change; looked up when first asked. */
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

    /** The host's name, without asking a name server: that can block for long, and just when things are going wrong. */
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
