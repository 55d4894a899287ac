package io.distid.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadFileWriterTest {
    @Test
    void whatAFileBeginsWithIsThereThoughTheProcessIsKilledBeforeItsFirstBlock(@TempDir Path folder)
            throws IOException {
        byte[] head = {1, 2, 3};
        Path path = folder.resolve("ids");

        try (ThreadFileWriter file = new ThreadFileWriter(path, ByteBuffer.wrap(head))) {
            file.add(new long[] {5}, 1, 1, 10, 20);

            assertThat(path).hasBinaryContent(head);
        }
    }
}
