package io.distid.bench.jvm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Objects as words between the lab and its own children. */
final class Serialized {
    private Serialized() {}

    static String word(@Nullable Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeObject(object);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** The object of a word, as what the receiver expects. */
    @SuppressWarnings("unchecked")
    static <T> T of(String word) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(word);
        try (ObjectInputStream in = new ObjectInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }
}
