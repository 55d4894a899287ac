package io.distid.bench.results;

import java.util.List;

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
 */
public record Environment(
        String date,
        boolean complete,
        String profile,
        Machine machine,
        String gitRevision,
        String jmh,
        List<String> servers,
        List<Reference> references) {
    /** Copies the lists. */
    public Environment {
        servers = List.copyOf(servers);
        references = List.copyOf(references);
    }
}
