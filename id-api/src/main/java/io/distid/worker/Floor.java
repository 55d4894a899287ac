package io.distid.worker;

import io.distid.BackendException;
import java.util.List;

/**
 * What a {@link FloorFile} keeps. Immutable.
 *
 * @param sequence whose numbers, in words
 * @param granted a number that the store had granted when this was written
 * @param bound no number above it was issued
 */
record Floor(String sequence, long granted, long bound) {
    static final FileKind<Floor> KIND = new FileKind<>(
            "floor file",
            "distid floor, format 1: do not edit, do not copy",
            floor -> List.of("sequence " + floor.sequence, "granted " + floor.granted, "bound " + floor.bound),
            lines -> new Floor(
                    FileKind.value(lines, 0, "sequence"),
                    Long.parseLong(FileKind.value(lines, 1, "granted")),
                    Long.parseLong(FileKind.value(lines, 2, "bound"))),
            Floor::bound,
            "See that the store is above every id in use, then delete it and open with file-create=true.",
            "See that the store is above every id in use, then open a new generator.",
            (path, what) -> new BackendException("floor file " + path + " " + what
                    + ". Another process may hold it now. See that each has a file of its own, then open a new"
                    + " generator, with file-create=true if the file is gone."));
}
