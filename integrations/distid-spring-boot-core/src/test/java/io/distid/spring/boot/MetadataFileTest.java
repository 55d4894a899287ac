package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

/** The checked-in metadata is what the SPI's keys give, and it reaches the jar. */
class MetadataFileTest {
    private static final Path SOURCE =
            Path.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

    private static final Path KNOWN = Path.of("../../id-api/src/main/java/io/distid/spi/KnownProviders.java");

    /** To write the file anew after a key was added: {@code -Ddistid.write=true}. */
    @Test
    void metadataListsTheKeysOfEveryStrategy() throws IOException {
        if (Boolean.getBoolean("distid.write")) {
            Files.writeString(SOURCE, MetadataFile.json());
        }
        assertThat(SOURCE)
                .as("write it by the command in CONTRIBUTING, with -Ddistid.write=true")
                .hasContent(MetadataFile.json());
    }

    /** A provider that is not on the class path of these tests would be left out. */
    @Test
    void eachKnownProviderIsOnTheClassPath() throws IOException {
        List<String> missing = Pattern.compile("(?m)^ +\\w+Provider \\S+ (\\S+) (io\\.distid\\.\\S+)$")
                .matcher(Files.readString(KNOWN))
                .results()
                .filter(known -> !ClassUtils.isPresent(known.group(2), null))
                .map(known -> known.group(1))
                .distinct()
                .toList();

        assertThat(missing)
                .as("add them to the tests' dependencies in integrations/distid-spring-boot-core/pom.xml")
                .isEmpty();
    }

    @Test
    void metadataOfTheJarHasThemToo() throws IOException {
        try (var in = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                    .contains(
                            "\"distid.generators\"",
                            "\"distid.generators.*.strategy\"",
                            "\"distid.generators.*.worker.max-ahead\"",
                            "\"zookeeper-leaf\"");
        }
    }
}
