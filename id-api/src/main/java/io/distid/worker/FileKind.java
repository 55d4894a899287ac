package io.distid.worker;

import io.distid.IdException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What a {@link LockedFile} is for: how messages call it, how its content is written, and what an operator does where it is lost.
 *
 * @param noun such as {@code worker file}
 * @param header the first line, without its format's number and what follows that
 * @param lines the content, a line for each value
 * @param parser the content of such lines; throws {@link IllegalArgumentException} if one is malformed
 * @param bound what a content may only raise
 * @param onceTorn what to do with a file that is not whole
 * @param onceSetBack what to do where an older content was put back
 * @param lost the error of a holder that has lost the file; of its path, and what was found
 */
record FileKind<C>(
        String noun,
        String header,
        Function<C, List<String>> lines,
        Function<List<String>, C> parser,
        ToLongFunction<C> bound,
        String onceTorn,
        String onceSetBack,
        BiFunction<Path, String, IdException> lost) {

    /** The rest of a line that begins with a name. */
    static String value(List<String> lines, int index, String name) {
        String line = index < lines.size() ? lines.get(index) : "";
        if (!line.startsWith(name + " ")) {
            throw new IllegalArgumentException("\"" + line + "\" is not \"" + name + " ...\"");
        }
        return line.substring(name.length() + 1);
    }
}
