package io.distid.testservers;

import io.distid.testservers.ChildServer.Command;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.SmallDisk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** ZooKeeper's main class in a JVM of its own, with the class path of this one. */
final class EmbeddedZooKeeper {
    private static final String MAIN = "org.apache.zookeeper.server.ZooKeeperServerMain";
    private static final String MEMBER_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

    /** The value that ZooKeeper takes for no limit. */
    static final int UNLIMITED = 0;

    private EmbeddedZooKeeper() {}

    /** Starts a server with a limit of connections from one address, and with its data on a disk of its own, if there is one. */
    static ChildServer launch(int connections, @Nullable SmallDisk disk) {
        int port = Ports.free();
        return ChildServer.launch(
                "ZooKeeper", port, disk, directory -> command(MAIN, directory, config(directory, port, connections)));
    }

    /** One server of an ensemble, which serves as soon as it has found most of the others. */
    static ChildServer launchMember(int port, int id, List<String> ensemble) {
        return ChildServer.launch("ZooKeeper", port, null, directory -> {
            List<String> lines = new ArrayList<>(config(directory, port, UNLIMITED));
            lines.addAll(ensemble);
            Path data = Files.createDirectory(directory.resolve(ChildServer.DATA));
            Files.writeString(data.resolve("myid"), Integer.toString(id));
            return command(MEMBER_MAIN, directory, lines);
        });
    }

    private static Command command(String main, Path directory, List<String> lines) throws IOException {
        Path config = Files.write(directory.resolve("zoo.cfg"), lines);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // It starts faster with large pages of memory; where there are none, it says nothing.
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UseTransparentHugePages",
                "-Xlog:pagesize=off",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + directory,
                "-Dzookeeper.forceSync=" + (ServerSettings.flushesToDisk() ? "yes" : "no"),
                // By default servers without a leader ask each other less and less often, down to once a minute.
                "-Dzookeeper.fastleader.maxNotificationInterval=1000",
                main,
                config.toString());
        // In the environment, since a class path can be longer than a command line may be.
        return new Command(command, Map.of("CLASSPATH", classPath()), false);
    }

    /** The class path of this JVM, with absolute paths, since the server has another working directory. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> config(Path directory, int port, int connections) {
        return List.of(
                "dataDir=" + directory.resolve(ChildServer.DATA).toString().replace('\\', '/'),
                "clientPortAddress=127.0.0.1",
                "clientPort=" + port,
                "tickTime=500",
                "minSessionTimeout=1000",
                "maxSessionTimeout=60000",
                "maxClientCnxns=" + connections,
                // In KiB; by default a log is 64 MiB from its first entry on.
                "preAllocSize=1024",
                "admin.enableServer=false",
                "4lw.commands.whitelist=srvr");
    }
}
