package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A strategy to be measured: its name, the server it runs on, and how each node of a fleet is configured.
 *
 * @param name as the SPI finds it
 * @param server the server that its ids cost round trips to, or null if there is none
 * @param settings what each node is opened with
 */
public record Subject(String name, @Nullable ServerKind server, Settings settings) {

    /** Says how the nodes of a fleet are configured. */
    @FunctionalInterface
    public interface Settings {
        /**
         * What one node is opened with.
         *
         * @param node from 0
         * @param servers where the servers are
         * @return the strategy's keys and values
         */
        Map<String, String> of(int node, Servers servers);
    }

    /**
     * Opens one node.
     *
     * @param node from 0
     * @param servers where the servers are
     * @return a generator, ready for use
     * @throws io.distid.IdException if it cannot be opened
     */
    public IdGenerator open(int node, Servers servers) {
        return IdGenerators.open(name, settings.of(node, servers));
    }
}
