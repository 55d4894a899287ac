package io.distid.testservers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import io.distid.testservers.process.Await;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/** A server in a container, which Testcontainers starts and removes, also when this JVM was killed. */
final class DockerServer extends ServerNode {
    private static final int STOP_SECONDS = 30;

    private final Container container;
    private boolean paused;

    private DockerServer(String name, Container container, int port) {
        super(name, "Docker", container.getHost(), port, Duration.ofSeconds(120));
        this.container = container;
    }

    static DockerServer launch(
            String name, String image, int innerPort, Map<String, String> environment, List<String> command) {
        try {
            String host = DockerClientFactory.instance().dockerHostIpAddress();
            // The port is chosen here, since Docker would give a restarted container another port.
            int port = Ports.free();
            boolean local = host.equals("localhost") || host.equals("127.0.0.1");
            Binding binding = local ? Binding.bindIpAndPort("127.0.0.1", port) : Binding.bindPort(port);
            Container container = new Container(image);
            container.withExposedPorts(innerPort);
            container.withEnv(environment);
            container.withCreateContainerCmdModifier(create -> {
                PortBinding bound = new PortBinding(binding, ExposedPort.tcp(innerPort));
                create.getHostConfig().withPortBindings(bound);
            });
            if (!command.isEmpty()) {
                container.withCommand(command.toArray(String[]::new));
            }
            container.start();
            return new DockerServer(name, container, port);
        } catch (RuntimeException e) {
            throw new ServerUnavailableException("Docker cannot run " + image + ": " + e.getMessage(), e);
        }
    }

    @Override
    boolean canFault() {
        return true;
    }

    @Override
    void checkAlive() {
        if (!isRunning()) {
            throw new ServerUnavailableException(name + " ended as soon as it was started:\n" + container.getLogs());
        }
    }

    @Override
    long pid() {
        requireRunning();
        Long pid = state().getPidLong();
        return pid == null ? 0 : pid;
    }

    @Override
    void start() {
        client().startContainerCmd(id()).exec();
    }

    @Override
    void stop() {
        if (isRunning()) {
            if (paused) {
                resume();
            }
            client().stopContainerCmd(id()).withTimeout(STOP_SECONDS).exec();
        }
    }

    @Override
    void kill() {
        if (isRunning()) {
            client().killContainerCmd(id()).withSignal("KILL").exec();
            paused = false;
            Await.until(Duration.ofSeconds(STOP_SECONDS), () -> !isRunning());
        }
    }

    @Override
    void pause() {
        requireRunning();
        if (!paused) {
            client().pauseContainerCmd(id()).exec();
            paused = true;
        }
    }

    @Override
    void resume() {
        requireRunning();
        if (paused) {
            client().unpauseContainerCmd(id()).exec();
            paused = false;
        }
    }

    @Override
    public void close() {
        container.stop();
    }

    private void requireRunning() {
        if (!isRunning()) {
            throw notRunning();
        }
    }

    private boolean isRunning() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    private ContainerState state() {
        return client().inspectContainerCmd(id()).exec().getState();
    }

    private DockerClient client() {
        return container.getDockerClient();
    }

    private String id() {
        return container.getContainerId();
    }

    private static final class Container extends GenericContainer<Container> {
        Container(String image) {
            super(image);
            // As for every other origin, the server is asked in its own protocol.
            setWaitStrategy(new AbstractWaitStrategy() {
                @Override
                protected void waitUntilReady() {}
            });
        }
    }
}
