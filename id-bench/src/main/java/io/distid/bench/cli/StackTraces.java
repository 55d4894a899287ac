package io.distid.bench.cli;

import io.distid.bench.jvm.LabSecrets;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Prints where an error comes from, without the passwords in its messages. */
final class StackTraces {
    private StackTraces() {}

    static void print(Throwable thrown, PrintWriter out) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        out.print(LabSecrets.hide(trace.toString()));
    }
}
