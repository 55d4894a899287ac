package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The checked-in metadata is what the SPI's keys give, and it reaches the jar. */
class MetadataFileTest {
    private static final Path SOURCE =
            Path.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

    /** To write the file anew after a key was added: {@code -Ddistid.write=true}. */
    @Test
    void metadataListsTheKeysOfEveryStrategy() throws IOException {
        if (Boolean.getBoolean("distid.write")) {
            Files.writeString(SOURCE, MetadataFile.json());
        }
        assertThat(SOURCE)
                .as("run this test with -Ddistid.write=true, and commit what it writes")
                .hasContent(MetadataFile.json());
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
