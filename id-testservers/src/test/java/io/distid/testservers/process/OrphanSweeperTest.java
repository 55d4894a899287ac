package io.distid.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphanSweeperTest {
    private static final String NOBODY = "4999999";

    @TempDir
    private Path temporary;

    @Test
    void removesWhatIsOwnedByProcessesThatAreGone() throws IOException {
        Path left = directory("distid-redis-1");
        OrphanSweeper.claim(left, 1);
        Path owner = left.resolve("distid-owner");
        String namespace = Files.readString(owner).split(" ", 3)[2];
        Files.writeString(owner, NOBODY + " " + NOBODY + " " + namespace);

        OrphanSweeper.sweep(temporary);

        assertThat(left).doesNotExist();
    }

    @Test
    void leavesWhatIsInUseOrNotKnown() throws IOException {
        Path ours = directory("distid-redis-2");
        OrphanSweeper.claim(ours, Long.parseLong(NOBODY));
        Path elsewhere = directory("distid-redis-3");
        Files.writeString(elsewhere.resolve("distid-owner"), NOBODY + " " + NOBODY + " another");
        Path unknown = directory("distid-redis-4");
        Path foreign = directory("foreign-redis-5");

        OrphanSweeper.sweep(temporary);

        assertThat(ours).exists();
        assertThat(elsewhere).exists();
        assertThat(unknown).exists();
        assertThat(foreign).exists();
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectory(temporary.resolve(name));
    }
}
