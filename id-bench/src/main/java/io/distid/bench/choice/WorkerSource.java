package io.distid.bench.choice;

import java.util.List;

/** A source of worker ids for an available server; {@code firstStart}: the setting that only the first start has. Immutable. */
public record WorkerSource(String server, List<String> modules, List<String> settings, String firstStart, String why) {}
