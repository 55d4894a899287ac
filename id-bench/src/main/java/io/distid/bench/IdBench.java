package io.distid.bench;

import io.distid.bench.cli.Main;
import io.distid.bench.workshop.WorkshopCommand;

/**
 * Starts the lab, with the commands for users and the workshop of its authors. Stateless: safe for use by any number of
 * threads.
 */
public final class IdBench {
    private IdBench() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        Main.main(args, new WorkshopCommand());
    }
}
