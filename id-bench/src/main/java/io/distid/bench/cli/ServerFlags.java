package io.distid.bench.cli;

import io.distid.testservers.ServerSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The system properties of a command that measures on servers: where those are, and settings by the full names that they have there. */
final class ServerFlags {
    @Option(
            names = "-D",
            paramLabel = "<key=value>",
            description = {
                "A system property: -Ddistid.servers=embedded, -Ddistid.mysql.url=jdbc:mysql://host/,",
                "-Ddistid.redis.url=redis://host, -Ddistid.<strategy>.<key>=<value>.",
                "Passwords are better given by environment: DISTID_MYSQL_PASSWORD."
            })
    private Map<String, String> properties = new LinkedHashMap<>();

    /** Made by picocli. */
    ServerFlags() {}

    /** Sets them, and has them checked before anything is started. */
    void apply() {
        SystemProperties.set(properties);
        ServerSettings.check();
    }
}
