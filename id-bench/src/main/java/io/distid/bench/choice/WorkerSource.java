package io.distid.bench.choice;

import java.util.List;

/**
 * A source of worker ids for an available server. Immutable.
 *
 * @param server the answer to the second question
 * @param modules modules beside the strategy's
 * @param settings the settings as lines
 * @param firstStart the setting that only the first start has
 * @param why what an operator should know
 */
public record WorkerSource(String server, List<String> modules, List<String> settings, String firstStart, String why) {}
