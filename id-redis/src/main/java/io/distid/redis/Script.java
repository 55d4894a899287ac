package io.distid.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A Lua script from this package's resources, run by its hash.
 *
 * @param sha1 the name of the script in Redis
 */
record Script(String text, String sha1) {

    /** A script on a record that asks for the server's time, and that no replica answers. */
    static Script onRecord(String... parts) {
        String[] all = Stream.concat(Stream.of("record.lua", "clock.lua", "primary.lua"), Stream.of(parts))
                .toArray(String[]::new);
        return load(all);
    }

    /** A script of one or more parts, one after another. */
    static Script load(String... parts) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            text.append(read(part));
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-1").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return new Script(text.toString(), HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-1", e);
        }
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the script in one round trip; in two if the server does not know it yet, as after a restart. */
    Object run(Function<CommandObject<Object>, Object> server, List<String> keys, List<String> arguments) {
        try {
            return server.apply(RedisCommands.byHash(sha1, keys, arguments));
        } catch (JedisNoScriptException e) {
            return server.apply(RedisCommands.byText(text, keys, arguments));
        }
    }
}
