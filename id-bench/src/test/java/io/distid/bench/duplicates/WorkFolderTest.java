package io.distid.bench.duplicates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
    @TempDir
    Path parent;

    /** As the threads of a process do that is being shut down. */
    @Test
    void folderInWhichFilesAreMadeMeanwhileIsRemovedAllTheSame() throws Exception {
        WorkFolder folder = new WorkFolder(parent);
        CountDownLatch begun = new CountDownLatch(1);
        Thread maker = new Thread(() -> {
            long end = System.nanoTime() + 200_000_000;
            for (int i = 0; System.nanoTime() < end; i++) {
                try {
                    Files.createFile(folder.path().resolve("file-" + i));
                } catch (IOException e) {
                    // The folder is gone.
                    return;
                } finally {
                    begun.countDown();
                }
            }
        });
        maker.start();
        begun.await();
        folder.close();
        maker.join();
        assertThat(parent).isEmptyDirectory();
    }
}
