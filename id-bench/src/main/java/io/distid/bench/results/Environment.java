package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.distid.bench.machine.Machine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a run was made. Immutable.
 *
 * @param date the end of the run, ISO 8601 in UTC
 * @param complete false if it was interrupted and the rest is missing
 * @param gitRevision the commit, with {@code +changes} if files differed from it, or {@code unknown}
 * @param servers each server's product, version and origin, as it answered
 * @param references reference rates of the same run
 * @param steal the share of the wanted CPU time that the host took, from 0 to 1; null, and not in the file, if unknown
 * @param others the share of all CPU time that other processes took, from 0 to 1; null, and not in the file, if unknown
 */
public record Environment(
        String date,
        boolean complete,
        String profile,
        Machine machine,
        String gitRevision,
        String jmh,
        List<String> servers,
        List<Reference> references,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double others) {
    /** Copies the lists. */
    public Environment {
        servers = List.copyOf(servers);
        references = List.copyOf(references);
    }
}
