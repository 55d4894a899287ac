package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a run was made. Immutable.
 *
 * @param date when it ended, ISO 8601 in UTC
 * @param complete false if it was interrupted and the rest is missing
 * @param profile the profile and its figures, in words
 * @param machine what it ran on
 * @param gitRevision the commit, with {@code +changes} if files differed from it, or {@code unknown}
 * @param jmh the version of JMH
 * @param servers each server's product, version and origin, as it answered
 * @param references rates measured in the same run that the strategies are compared to
 * @param steal what the host took of the CPU time that the machine wanted during the run, from 0 to 1; null, and not in the file, where
 *     that cannot be told
 * @param others what other processes took of the machine's CPU time during the run, from 0 to 1; null, and not in the file, where that
 *     cannot be told
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

    /**
     * Of a run of which nobody knows what the host and other processes took meanwhile.
     *
     * @param date when it ended, ISO 8601 in UTC
     * @param complete false if it was interrupted and the rest is missing
     * @param profile the profile and its figures, in words
     * @param machine what it ran on
     * @param gitRevision the commit
     * @param jmh the version of JMH
     * @param servers each server's product, version and origin
     * @param references rates of the same run
     */
    public Environment(
            String date,
            boolean complete,
            String profile,
            Machine machine,
            String gitRevision,
            String jmh,
            List<String> servers,
            List<Reference> references) {
        this(date, complete, profile, machine, gitRevision, jmh, servers, references, null, null);
    }
}
