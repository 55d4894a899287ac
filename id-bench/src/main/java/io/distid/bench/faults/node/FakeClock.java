package io.distid.bench.faults.node;

import io.distid.testservers.fault.FakeTimeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;

/** The wall clock of one process, as libfaketime shows it. For use by one thread. */
public final class FakeClock {
    private static final double MILLIS = 1000;

    private final Path library;
    private final Path file;

    /** Begins with the true time. */
    public FakeClock(Path library, Path file) {
        this.library = library;
        this.file = file;
        shift(0);
    }

    /** Sets the clock to the true time plus so many ms. */
    public void shift(long millis) {
        write(String.format(Locale.ROOT, "%+.3f", millis / MILLIS));
    }

    /** Stops the clock at the next whole second, so that it does not step back. */
    public void freeze() {
        write(Long.toString(System.currentTimeMillis() / 1000 + 1));
    }

    Map<String, String> environment() {
        return FakeTimeLibrary.environment(library, file);
    }

    /** The file is replaced as a whole: the process reads it at each reading of the clock. */
    private void write(String text) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.writeString(next, text + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("a clock could not be set by " + file + ": " + e.getMessage(), e);
        }
    }
}
