package io.distid.bench.cli;

import io.distid.testservers.ServerSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** System properties of a command that measures: addresses of servers, settings by full names. For use by one thread. */
public final class ServerFlags {
    private static final String PREFIX = "distid.";
    private static final Map<String, String> PASSWORDS = Map.of(
            "DISTID_MYSQL_PASSWORD", "distid.mysql.password",
            "DISTID_POSTGRESQL_PASSWORD", "distid.postgresql.password");

    @Option(
            names = "-D",
            paramLabel = "<key=value>",
            description =
                    "A system property of distid, such as -Ddistid.redis.url=redis://host or -Ddistid.<strategy>.<key>=<value>."
                            + " A password is better given by environment: DISTID_MYSQL_PASSWORD, DISTID_POSTGRESQL_PASSWORD.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Sets the properties, and checks them before anything is started. */
    public void apply() {
        for (String key : properties.keySet()) {
            // Short names of settings are for commands with a single strategy. Here they would have no effect.
            if (!key.startsWith(PREFIX)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "-D" + key + " has no effect: names begin with " + PREFIX + ", such as -D" + PREFIX
                                + "snowflake.worker.id");
            }
        }
        properties.forEach(System::setProperty);
        // A password should not be on a command line.
        PASSWORDS.forEach((variable, property) -> {
            String password = System.getenv(variable);
            if (password != null) {
                System.getProperties().putIfAbsent(property, password);
            }
        });
        ServerSettings.check();
    }
}
