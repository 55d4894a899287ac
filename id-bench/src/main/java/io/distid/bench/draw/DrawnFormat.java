package io.distid.bench.draw;

import io.distid.bench.nodes.BlockSink;
import io.distid.bench.nodes.ThreadFileWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The formats of files with ids. Immutable. */
public enum DrawnFormat {
    /** Blocks of ids with their times, behind a {@link DrawnHeader}; the end is marked. */
    BIN,
    /** A line for each id, for engines of SQL. */
    CSV;

    /** Creates a file, which must not exist. */
    BlockSink open(Path path, DrawnHeader header) throws IOException {
        return this == CSV ? new CsvDrawing(path, header) : new ThreadFileWriter(path, header.bytes());
    }

    /** The format of a file by its name, also for {@code verify}; {@link #CSV} if the name ends in {@code .csv}. */
    public static DrawnFormat of(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(".csv") ? CSV : BIN;
    }
}
