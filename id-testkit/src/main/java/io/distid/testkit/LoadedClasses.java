package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes that a program makes a new JVM load, which is most of the time of its first id. Stateless: safe for use by any number of
 * threads.
 */
public final class LoadedClasses {
    private LoadedClasses() {}

    /**
     * Runs a program without arguments to its end, with this JVM's class path.
     *
     * @param main a class with the method {@code main}; its output is taken for classes, too
     * @return the names of all classes that the JVM loaded, in order
     * @throws IOException if no JVM can be started
     * @throws InterruptedException if this thread is interrupted while it waits for the end
     */
    public static List<String> of(Class<?> main) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        jvm.getOutputStream().close();
        String log = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).as(log).isZero();
        return log.lines().map(line -> line.split(" ", 2)[0]).toList();
    }
}
