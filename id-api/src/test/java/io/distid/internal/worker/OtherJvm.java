package io.distid.internal.worker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Another JVM on the class path of this one, small and quick to start. */
public final class OtherJvm {
    private OtherJvm() {}

    /**
     * Of a class with a {@code main}; not started yet.
     *
     * @param flags of the JVM, its heap among them
     */
    public static ProcessBuilder of(Class<?> main, List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UseTransparentHugePages",
                "-Xlog:pagesize=off"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Collections.addAll(command, arguments);
        return new ProcessBuilder(command);
    }
}
