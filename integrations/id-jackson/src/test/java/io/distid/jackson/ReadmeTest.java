package io.distid.jackson;

import static io.distid.text.TextForm.CROCKFORD;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadmeTest {
    record Order(@IdText(CROCKFORD) long id, @IdText List<Long> items, long total) {}

    @ParameterizedTest
    @EnumSource
    void outputShownIsWhatIsWritten(Jackson jackson) throws IOException {
        assertThat(Files.readAllLines(Path.of("README.md")))
                .contains(jackson.withFoundModules()
                        .write(new Order(382947640570048512L, List.of(382947640570048513L), 12)));
    }
}
