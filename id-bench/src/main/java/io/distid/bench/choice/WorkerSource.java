package io.distid.bench.choice;

import java.util.List;

/**
 * A source of worker ids for an available server. Immutable.
 *
 * @param firstStart the setting that only the first start has
 */
public record WorkerSource(String server, List<String> modules, List<String> settings, String firstStart, String why) {}
