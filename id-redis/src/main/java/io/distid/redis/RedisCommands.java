package io.distid.redis;

import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.Builder;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol.Command;

/**
 * The commands that distid sends: a few plain ones, and scripts for everything else. Jedis has these commands, too, but Jedis 6, 7 and 8 have no common
 * way to create their class.
 */
final class RedisCommands {
    private RedisCommands() {}

    /** Sets a field if it is missing; answers 0 if it exists. */
    static CommandObject<Long> setIfAbsent(String hash, String field, String value) {
        return of(BuilderFactory.LONG, Command.HSETNX, hash, field, value);
    }

    /** A field; null if it is missing. */
    static CommandObject<String> field(String hash, String field) {
        return of(BuilderFactory.STRING, Command.HGET, hash, field);
    }

    /** The names of all fields. */
    static CommandObject<Set<String>> fields(String hash) {
        return of(BuilderFactory.STRING_SET, Command.HKEYS, hash);
    }

    /** All fields. */
    static CommandObject<Map<String, String>> all(String hash) {
        return of(BuilderFactory.STRING_MAP, Command.HGETALL, hash);
    }

    /** Makes a node of a cluster answer the next command for a slot that is moving to it. */
    static CommandObject<String> asking() {
        return new CommandObject<>(new CommandArguments(Command.ASKING), BuilderFactory.STRING);
    }

    /** A script by its hash. */
    static CommandObject<Object> byHash(String sha1, List<String> keys, List<String> arguments) {
        return script(Command.EVALSHA, sha1, keys, arguments);
    }

    /** A script by its text. */
    static CommandObject<Object> byText(String text, List<String> keys, List<String> arguments) {
        return script(Command.EVAL, text, keys, arguments);
    }

    private static CommandObject<Object> script(
            Command command, String script, List<String> keys, List<String> arguments) {
        CommandArguments all = new CommandArguments(command).add(script).add(Integer.toString(keys.size()));
        for (String key : keys) {
            all.key(key);
        }
        for (String argument : arguments) {
            all.add(argument);
        }
        return new CommandObject<>(all, BuilderFactory.AGGRESSIVE_ENCODED_OBJECT);
    }

    private static <T> CommandObject<T> of(Builder<T> answer, Command command, String key, String... words) {
        CommandArguments arguments = new CommandArguments(command).key(key);
        for (String word : words) {
            arguments.add(word);
        }
        return new CommandObject<>(arguments, answer);
    }
}
