package io.distid.testservers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The part of Redis' protocol (RESP2) that is needed to ask a server for its version; arrays are not read. */
final class RespClient implements Closeable {
    private final Socket socket = new Socket();
    private final InputStream in;

    RespClient(String host, int port, Duration timeout) throws IOException {
        try {
            socket.setSoTimeout((int) timeout.toMillis());
            socket.connect(new InetSocketAddress(host, port), (int) timeout.toMillis());
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    void authenticate(@Nullable String user, String password) throws IOException {
        command(user == null ? new String[] {"AUTH", password} : new String[] {"AUTH", user, password});
    }

    /** Sends a command and returns its reply; null is Redis' nil. */
    @Nullable
    String command(String... words) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(bytes("*" + words.length + "\r\n"));
        for (String word : words) {
            byte[] bytes = bytes(word);
            request.writeBytes(bytes("$" + bytes.length + "\r\n"));
            request.writeBytes(bytes);
            request.writeBytes(bytes("\r\n"));
        }
        socket.getOutputStream().write(request.toByteArray());
        return reply();
    }

    private @Nullable String reply() throws IOException {
        String line = line();
        String rest = line.isEmpty() ? "" : line.substring(1);
        char type = line.isEmpty() ? ' ' : line.charAt(0);
        return switch (type) {
            case '+', ':' -> rest;
            case '$' -> bulk(Integer.parseInt(rest));
            case '-' -> throw new IOException("Redis answered: " + rest);
            default -> throw new IOException("not a reply of Redis: " + line);
        };
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("Redis closed the connection");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next == -1) {
                throw new EOFException("Redis closed the connection");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
