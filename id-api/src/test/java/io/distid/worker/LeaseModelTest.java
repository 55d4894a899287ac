package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The model of the lease protocol, docs/model/lease.pml, has the protocol's steps under their names; docs/model/check explores it. */
class LeaseModelTest {
    private static final Path MODEL = Path.of("..", "docs", "model", "lease.pml");
    private static final int MOST_LINES = 300;
    private static final Pattern STEP = Pattern.compile("/\\* -+ (\\w+) -+ \\*/|^inline (\\w+)\\(.*");
    private static final Pattern PROTECTION =
            Pattern.compile("^#define ([A-Z_]+) \\d+ +/\\*.*|^#define ([A-Z_]+) \\d+$");

    /** Where the store is read or written, or where it is decided whether an answer counts. */
    private static final Map<Class<?>, Set<String>> STEPS = Map.of(
            StoreNamespace.class, Set.of("look", "make", "raise", "verified", "free"),
            StoreWorkerIds.class, Set.of("take", "stands"),
            StoreLease.class, Set.of("begin", "settle", "confirm", "release"));

    @Test
    void stepsOfTheModelAreThoseOfTheProtocol() throws IOException {
        Map<String, Set<String>> modelled = modelledSteps();

        assertThat(modelled.keySet())
                .isEqualTo(STEPS.keySet().stream().map(Class::getSimpleName).collect(Collectors.toSet()));
        STEPS.forEach((type, steps) -> {
            assertThat(modelled.get(type.getSimpleName()))
                    .as("the model's steps of %s", type)
                    .isEqualTo(steps);
            assertThat(Arrays.stream(type.getDeclaredMethods()).map(Method::getName))
                    .as("methods of %s, of whose names docs/model/lease.pml makes use", type)
                    .containsAll(steps);
        });
    }

    @Test
    void checkTakesAwayEachProtection() throws IOException {
        String check = Files.readString(MODEL.resolveSibling("check"));
        List<String> protections = Files.readAllLines(MODEL).stream()
                .dropWhile(line -> !line.startsWith("/* The protections."))
                .takeWhile(line -> !line.startsWith("#define RESERVATION"))
                .map(PROTECTION::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .filter(name -> !name.equals("OFF"))
                .toList();

        assertThat(protections)
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(check).contains("\ncheck repeats OFF=" + name + " "));
    }

    @Test
    void modelCanBeReadAtOneSitting() throws IOException {
        assertThat(Files.readAllLines(MODEL)).hasSizeLessThanOrEqualTo(MOST_LINES);
    }

    private static Map<String, Set<String>> modelledSteps() throws IOException {
        Map<String, Set<String>> steps = new LinkedHashMap<>();
        String type = null;
        for (String line : Files.readAllLines(MODEL)) {
            Matcher step = STEP.matcher(line);
            if (step.matches()) {
                type = step.group(1) == null ? type : step.group(1);
                if (type != null) {
                    Set<String> ofIt = steps.computeIfAbsent(type, name -> new TreeSet<>());
                    if (step.group(2) != null) {
                        ofIt.add(step.group(2));
                    }
                }
            }
        }
        return steps;
    }
}
