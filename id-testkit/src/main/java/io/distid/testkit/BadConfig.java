package io.distid.testkit;

import io.distid.IdException;
import java.util.List;
import java.util.Map;

/**
 * A configuration that must be refused when the provider opens it, within five seconds.
 *
 * <p>For faults outside of a key's own range: settings that do not fit together, an absent server, a wrong password, a
 * missing table. Immutable.
 *
 * @param name names what is wrong, for the report
 * @param changes the settings that differ from a working configuration
 * @param error what must be thrown
 * @param mentions texts that its message must contain: the key, what was found, what is allowed
 */
public record BadConfig(
        String name, Map<String, String> changes, Class<? extends IdException> error, List<String> mentions) {

    public BadConfig {
        changes = Map.copyOf(changes);
        mentions = List.copyOf(mentions);
    }

    /**
     * Creates a bad configuration from the words of its message.
     *
     * @param name names what is wrong
     * @param changes the settings that differ from a working configuration
     * @param error what must be thrown
     * @param mentions texts that its message must contain
     * @return the bad configuration
     */
    public static BadConfig of(
            String name, Map<String, String> changes, Class<? extends IdException> error, String... mentions) {
        return new BadConfig(name, changes, error, List.of(mentions));
    }
}
