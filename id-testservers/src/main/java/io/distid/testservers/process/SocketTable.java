package io.distid.testservers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Finds the process that opened a connection, by Linux's list of sockets below {@code /proc}. Stateless. */
public final class SocketTable {
    private static final Path PROCESSES = Path.of("/proc");
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    /** Columns of the tables: both addresses, each with its port in hexadecimal behind a colon, and the socket's number. */
    private static final int LOCAL = 1;

    private static final int REMOTE = 2;
    private static final int INODE = 9;

    private SocketTable() {}

    public static boolean exists() {
        return Files.isReadable(TABLES.get(0));
    }

    /** The name that the process at the other end of an accepted connection has for its socket; empty if it is closed. */
    public static String peerOf(Socket accepted) {
        String local = port(accepted.getPort());
        String remote = port(accepted.getLocalPort());
        for (Path table : TABLES) {
            try (Stream<String> lines = Files.lines(table)) {
                String inode = lines.map(line -> line.strip().split("\\s+"))
                        .filter(columns -> columns.length > INODE
                                && columns[LOCAL].endsWith(local)
                                && columns[REMOTE].endsWith(remote)
                                // No process has such a socket any more.
                                && !columns[INODE].equals("0"))
                        .map(columns -> columns[INODE])
                        .findFirst()
                        .orElse("");
                if (!inode.isEmpty()) {
                    return "socket:[" + inode + "]";
                }
            } catch (IOException e) {
                throw new ServerUnavailableException("cannot read " + table, e);
            }
        }
        return "";
    }

    /** Whether a process has a socket; false if the process has ended. */
    public static boolean has(long pid, String socket) {
        Path files = PROCESSES.resolve(Long.toString(pid)).resolve("fd");
        try (Stream<Path> open = Files.list(files)) {
            return open.anyMatch(file -> isLinkTo(file, socket));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static boolean isLinkTo(Path file, String socket) {
        try {
            return Files.readSymbolicLink(file).toString().equals(socket);
        } catch (IOException e) {
            // The socket was closed since the directory was read.
            return false;
        }
    }

    private static String port(int port) {
        return String.format(Locale.ROOT, ":%04X", port);
    }
}
