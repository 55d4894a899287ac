package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** The starter on the class path of an application of the other line of Spring Boot, in a process of its own. */
class OtherLineTest {

    /** What it needs has the same names in both lines. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        public static void main(String[] arguments) {
            SpringApplication.run(Application.class, arguments);
        }
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void applicationOfTheOtherLineLearnsWhichStarterToUse() throws IOException, InterruptedException {
        String classPath = Stream.of(
                        place(OtherLineTest.class),
                        place(Line.CHECK),
                        place(BootLine.class),
                        place(IdGenerators.class),
                        Path.of("target", "other-line").toAbsolutePath() + File.separator + "*")
                .map(Object::toString)
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        Application.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isEqualTo(1);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(Line.STARTER + " is for Spring Boot " + Line.NUMBER + ", but this is Spring Boot "
                        + Line.OTHER + ".")
                .contains("Take " + Line.OTHER_STARTER + " instead, and leave " + Line.STARTER + " out.");
    }
}
