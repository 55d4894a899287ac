package io.distid.testkit.tiny;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Secret;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A counter that lives as long as the JVM, in place of a store. */
public final class TinyLongProvider implements IdGeneratorProvider {
    private static final Map<String, AtomicLong> STORE = new ConcurrentHashMap<>();

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        REPEATS,
        REPEATS_IN_BATCH,
        RESTARTS,
        FALLS_BEHIND,
        RETURNS_ZERO,
        NEGATIVE_BATCH,
        WRITES_OUTSIDE,
        ACCEPTS_BAD_RANGE,
        TEXT_IS_HEX,
        TEXT_REPEATS,
        OPEN_AFTER_CLOSE,
        SEEMS_OPEN,
        CLOSES_ONCE,
        WRONG_ERROR_AFTER_CLOSE,
        CLOSE_ENDS_NO_DRAW,
        SWALLOWS_INTERRUPT,
        HANGS_WHEN_INTERRUPTED,
        WRONG_NAME,
        FALSE_TIME,
        SHOWS_SECRET
    }

    @Override
    public String name() {
        return "tiny-long";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "a counter of this JVM";
    }

    @Override
    public List<ConfigKey> keys() {
        List<String> defects = Arrays.stream(Defect.values()).map(Enum::name).toList();
        return List.of(
                ConfigKey.matching(
                        "counter", "[a-z-]{1,40}", "1 to 40 small letters or hyphens", "tiny", "which counter"),
                ConfigKey.integer("node", 0, 63, 0L, "which node"),
                ConfigKey.duration("max-wait", Duration.ofMillis(1), Duration.ofMinutes(1), "1s", "nothing waits"),
                ConfigKey.flag("loud", false, "nothing is loud"),
                ConfigKey.instant("epoch", null, "nothing has a time"),
                ConfigKey.secret("password", "nothing is locked"),
                ConfigKey.choice("defect", defects, "NONE", "what to break"));
    }

    @Override
    public IdGenerator open(IdConfig config) {
        Defect defect = Defect.valueOf(config.text("defect"));
        AtomicLong counter = defect == Defect.RESTARTS
                ? new AtomicLong()
                : STORE.computeIfAbsent(config.text("counter"), name -> new AtomicLong());
        String shown = "tiny";
        if (defect == Defect.SHOWS_SECRET && config.has("password")) {
            Secret password = config.secret("password");
            shown = "tiny with " + password.reveal();
        }
        return new TinyLong(counter, defect, shown, (int) config.integer("node"));
    }
}
