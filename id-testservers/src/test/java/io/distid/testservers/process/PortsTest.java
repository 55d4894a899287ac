package io.distid.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {
    /** More than are looked at first. */
    private static final int MANY = 700;

    @Test
    void portsAreGivenOnce() {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            int port = Ports.free();
            assertThat(port).as("below the range of outgoing connections").isBetween(15_000, 31_999);
            assertThat(given.add(port)).as("port %d for the first time", port).isTrue();
        }
    }

    @Test
    void whereSomebodyWasQuickerAnotherPortIsTaken() throws IOException {
        try (ServerSocket quicker = Ports.listen(1)) {
            Iterator<Integer> chosen =
                    List.of(quicker.getLocalPort(), Ports.free()).iterator();

            try (ServerSocket socket = Ports.listen(1, chosen::next)) {
                assertThat(socket.getLocalPort()).isNotEqualTo(quicker.getLocalPort());
            }
            assertThatThrownBy(() -> Ports.listen(1, quicker::getLocalPort))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot listen on 127.0.0.1:" + quicker.getLocalPort() + ": ");
        }
    }

    @Test
    void portInUseIsNotFree() throws IOException {
        try (ServerSocket socket = new ServerSocket(Ports.free(), 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(Ports.isFree(socket.getLocalPort())).isFalse();
        }
    }
}
