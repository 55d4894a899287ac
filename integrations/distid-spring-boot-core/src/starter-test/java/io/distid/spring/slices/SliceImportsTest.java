package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** What slices import is there, also of the slices that no test here has a store for. */
class SliceImportsTest {

    @Test
    void importedClassesExist() throws IOException {
        int imported = 0;
        for (Resource file : new PathMatchingResourcePatternResolver()
                .getResources("classpath*:META-INF/spring/*.AutoConfigure*.imports")) {
            for (String line : file.getContentAsString(StandardCharsets.UTF_8).split("\\R")) {
                if (line.startsWith("io.distid.")) {
                    imported++;
                    assertThatCode(() -> Class.forName(line, false, getClass().getClassLoader()))
                            .as(file.toString())
                            .doesNotThrowAnyException();
                }
            }
        }
        assertThat(imported).isGreaterThan(25);
    }
}
