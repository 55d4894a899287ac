package io.distid.bench.workshop.startup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes a jar of a folder of classes in the form of the published jars: stored, not compressed, with a manifest first.
 * Stateless: safe for use by any number of threads.
 */
final class StoredJar {
    private StoredJar() {}

    /**
     * Writes it.
     *
     * @param folder of classes and resources
     * @param jar a file that is not there yet
     * @throws IOException if the folder cannot be read, or the jar cannot be written
     */
    static void write(Path folder, Path jar) throws IOException {
        List<Path> paths;
        try (Stream<Path> found = Files.walk(folder)) {
            paths = found.filter(path -> !path.equals(folder)).sorted().toList();
        }
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setMethod(ZipOutputStream.STORED);
            // A folder of classes has none; a JVM looks for it in each jar.
            add(out, JarFile.MANIFEST_NAME, manifest());
            for (Path path : paths) {
                String name = folder.relativize(path)
                        .toString()
                        .replace(path.getFileSystem().getSeparator(), "/");
                boolean isFolder = Files.isDirectory(path);
                add(out, isFolder ? name + "/" : name, isFolder ? new byte[0] : Files.readAllBytes(path));
            }
        }
    }

    private static byte[] manifest() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        return bytes.toByteArray();
    }

    /** Adds an entry. A stored entry has its size and its checksum before its content. */
    private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setSize(content.length);
        entry.setCrc(checksum.getValue());
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
