package io.distid.redis;

import io.distid.BackendException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * A model of one Redis in virtual time, which runs the very text of this module's scripts: the commands that they use, on strings,
 * hashes and sets. It can forget, be restarted on older data, and be down.
 */
final class ScriptedRedis implements ScriptRunner {
    private final Globals lua = JsePlatform.standardGlobals();
    private final Map<String, LuaValue> compiled = new HashMap<>();
    private Map<String, Object> data = new TreeMap<>();
    private long millis;
    private int run = 1;
    private boolean down;

    /**
     * Empty.
     *
     * @param millis epoch ms by its clock
     */
    ScriptedRedis(long millis) {
        this.millis = millis;
        LuaTable redis = new LuaTable();
        redis.set("call", function(args -> command(args)));
        redis.set("pcall", function(args -> {
            try {
                return command(args);
            } catch (LuaError e) {
                return error(e.getMessage());
            }
        }));
        redis.set("error_reply", function(args -> error(args.tojstring(1))));
        lua.set("redis", redis);
        // Redis has Lua 5.1, where this is a global.
        lua.set("unpack", lua.get("table").get("unpack"));
        // LuaJ writes large numbers with an exponent, whatever the format says.
        lua.get("string").set("format", function(args -> {
            if (!args.tojstring(1).equals("%.0f")) {
                throw new LuaError("the model knows %.0f only");
            }
            return LuaValue.valueOf(String.format(Locale.ROOT, "%.0f", args.checkdouble(2)));
        }));
    }

    void advance(long by) {
        millis += by;
    }

    long millis() {
        return millis;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    /** What it holds now, for {@link #restart(Map)}. */
    Map<String, Object> snapshot() {
        Map<String, Object> copy = new TreeMap<>();
        data.forEach((key, value) -> copy.put(
                key,
                value instanceof Map<?, ?> hash
                        ? new TreeMap<>(hash)
                        : value instanceof TreeSet<?> set ? new TreeSet<>(set) : value));
        return copy;
    }

    /** Another run of the server, which has lost what was written since. */
    void restart(Map<String, Object> left) {
        data = left;
        run++;
    }

    void delete(String key) {
        data.remove(key);
    }

    void deleteField(String key, String field) {
        if (data.containsKey(key)) {
            hash(key).remove(field);
        }
    }

    void removeMember(String key, String member) {
        set(key).remove(member);
    }

    @Override
    public Object run(Script script, List<String> keys, List<String> arguments) {
        if (down) {
            throw new BackendException("the model is down");
        }
        lua.set("KEYS", table(keys));
        lua.set("ARGV", table(arguments));
        LuaValue answer = compiled.computeIfAbsent(script.sha1(), sha1 -> lua.load(script.text(), sha1))
                .call();
        return java(answer);
    }

    @Override
    public String where() {
        return "the model";
    }

    @Override
    public void close() {
        // Its data stays, for those who open it anew.
    }

    private LuaValue command(Varargs args) {
        String name = args.tojstring(1);
        String key = args.narg() > 1 ? args.tojstring(2) : "";
        return switch (name) {
            case "TIME" -> table(List.of(Long.toString(millis / 1000), Long.toString(millis % 1000 * 1000)));
            case "INFO" -> LuaValue.valueOf("run_id:" + "%040x".formatted(run) + "\r\n");
            case "HGET" -> bulk(hash(key).get(args.tojstring(3)));
            case "HMGET" -> {
                LuaTable values = new LuaTable();
                for (int i = 3; i <= args.narg(); i++) {
                    values.set(i - 2, bulk(hash(key).get(args.tojstring(i))));
                }
                yield values;
            }
            case "HSET" -> {
                for (int i = 3; i < args.narg(); i += 2) {
                    hash(key).put(args.tojstring(i), args.tojstring(i + 1));
                }
                yield LuaValue.valueOf(1);
            }
            case "HLEN" -> LuaValue.valueOf(hash(key).size());
            case "HDEL" -> LuaValue.valueOf(hash(key).remove(args.tojstring(3)) == null ? 0 : 1);
            case "SADD" -> LuaValue.valueOf(set(key).add(args.tojstring(3)) ? 1 : 0);
            case "SREM" -> LuaValue.valueOf(set(key).remove(args.tojstring(3)) ? 1 : 0);
            case "SISMEMBER" -> LuaValue.valueOf(set(key).contains(args.tojstring(3)) ? 1 : 0);
            default -> throw new LuaError("the model does not know " + name);
        };
    }

    @SuppressWarnings("unchecked")
    private Map<String, String> hash(String key) {
        return (Map<String, String>) data.computeIfAbsent(key, missing -> new TreeMap<String, String>());
    }

    @SuppressWarnings("unchecked")
    private TreeSet<String> set(String key) {
        return (TreeSet<String>) data.computeIfAbsent(key, missing -> new TreeSet<String>());
    }

    private interface Body {
        LuaValue call(Varargs args);
    }

    private static VarArgFunction function(Body body) {
        return new VarArgFunction() {
            @Override
            public Varargs invoke(Varargs args) {
                return body.call(args);
            }
        };
    }

    private static LuaValue bulk(@Nullable String value) {
        return value == null ? LuaValue.FALSE : LuaValue.valueOf(value);
    }

    private static LuaTable error(String message) {
        LuaTable error = new LuaTable();
        error.set("err", message);
        return error;
    }

    private static LuaTable table(List<String> values) {
        LuaTable table = new LuaTable();
        for (int i = 0; i < values.size(); i++) {
            table.set(i + 1, values.get(i));
        }
        return table;
    }

    private static Object java(LuaValue value) {
        if (value.istable()) {
            if (!value.get("err").isnil()) {
                throw new BackendException("the model refused: " + value.get("err"));
            }
            List<Object> list = new ArrayList<>();
            for (int i = 1; i <= value.length(); i++) {
                list.add(java(value.get(i)));
            }
            return list;
        }
        return value.isint() && value.type() == LuaValue.TNUMBER ? (Object) value.tolong() : value.tojstring();
    }
}
