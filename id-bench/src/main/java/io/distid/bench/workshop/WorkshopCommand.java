package io.distid.bench.workshop;

import picocli.CommandLine.Command;

/** The commands for the authors of distid, which users do not need. Safe for use by any number of threads. */
@Command(
        name = "workshop",
        description = "What the authors of distid measure: bars, growth, and faults for hours.",
        mixinStandardHelpOptions = true,
        subcommands = {BarsCommand.class, GrowthCommand.class, SoakCommand.class},
        footer = {
            "",
            "Examples:",
            "  id-bench workshop bars --only snowflake",
            "  id-bench workshop growth tags,leases",
            "  id-bench workshop soak 30m --subjects redis-incr",
            "",
            "Exit codes: those of each command are in its --help, 2 without a command."
        })
public final class WorkshopCommand {}
