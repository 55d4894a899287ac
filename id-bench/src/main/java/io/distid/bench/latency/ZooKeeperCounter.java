package io.distid.bench.latency;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Counts the packets that all servers of an ensemble have received, including heartbeats of sessions. */
final class ZooKeeperCounter implements ServerCounter {
    private static final String RECEIVED = "Received:";
    private static final int PORT = 2181;
    private static final int PATIENCE = (int) Duration.ofSeconds(5).toMillis();

    private final List<InetSocketAddress> servers;

    ZooKeeperCounter(String connect) {
        this.servers = List.of(connect.split("/", 2)[0].split(",")).stream()
                .map(ZooKeeperCounter::address)
                .toList();
    }

    @Override
    public long requests() {
        return servers.stream().mapToLong(ZooKeeperCounter::received).sum();
    }

    @Override
    public void close() {}

    private static InetSocketAddress address(String server) {
        int colon = server.lastIndexOf(':');
        return colon < 0
                ? new InetSocketAddress(server, PORT)
                : new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)));
    }

    private static long received(InetSocketAddress server) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE);
            socket.connect(server, PATIENCE);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines()
                    .filter(line -> line.startsWith(RECEIVED))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(RECEIVED.length()).strip()))
                    .findFirst()
                    .orElseThrow(() -> new UncountedException("ZooKeeper does not report how many requests it had: its"
                            + " command srvr must be allowed (4lw.commands.whitelist)"));
        } catch (IOException e) {
            throw new UncountedException(
                    "ZooKeeper at " + server + " did not report how many requests it had: " + e, e);
        }
    }
}
