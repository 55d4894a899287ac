package io.distid.bench.documents;

import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The BOM has each module that is published. */
class BomTest {

    @Test
    void bomHasEachModuleThatIsPublished() throws IOException {
        String modules = Modules.published().stream()
                .map(module -> """
                              <dependency>
                                <groupId>io.distid</groupId>
                                <artifactId>%s</artifactId>
                                <version>${project.version}</version>
                              </dependency>
                        """.formatted(module))
                .collect(Collectors.joining());

        WrittenPart.of("id-bom/pom.xml", "<dependencyManagement>\n    <dependencies>\n", "    </dependencies>")
                .shouldBe(modules);
    }
}
