package io.distid.snowflake;

import io.distid.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Layouts of distid, and of other systems, so that their ids can be decoded and continued.
 *
 * <p>Some originals have 64 bits without a sign (Discord, Instagram, Mastodon). Their time has one bit less here, which is not needed before 2046.
 * Immutable.
 */
public enum SnowflakePreset {
    /** The default: the textbook's split from an epoch of distid. */
    DISTID(1704067200000L, 41, 5, 5, 12),
    /** Twitter, 2010. */
    TWITTER(1288834974657L, 41, 5, 5, 12),
    /** Meituan Leaf: one field of 10 bits for the worker. */
    LEAF(1288834974657L, 41, 0, 10, 12),
    /** The Go library bwmarrin/snowflake with its defaults. */
    BWMARRIN(1288834974657L, 41, 0, 10, 12),
    /** Discord: worker as datacenter, process as worker, increment as sequence. */
    DISCORD(1420070400000L, 41, 5, 5, 12),
    /** Instagram, 2012: 13 bits of logical shard as worker. */
    INSTAGRAM(1314220021721L, 40, 0, 13, 10),
    /** Mastodon statuses, to decode: ms of the Unix epoch, and 16 bits of sequence and hash. */
    MASTODON(0L, 47, 0, 0, 16),
    /** The form that most Java articles print. */
    CLASSIC(1420041600000L, 41, 5, 5, 12),
    /** The default in 53 bits: its ids are numbers that JavaScript keeps exact, at the price of fewer nodes and fewer ids a ms. */
    JAVASCRIPT(1704067200000L, 41, 0, 6, 6);

    private final SnowflakeLayout layout;

    SnowflakePreset(long epochMillis, int timeBits, int datacenterBits, int workerBits, int sequenceBits) {
        layout = SnowflakeLayout.of(
                Instant.ofEpochMilli(epochMillis),
                Duration.ofMillis(1),
                timeBits,
                datacenterBits,
                workerBits,
                sequenceBits);
    }

    /**
     * The layout.
     *
     * @return always the same
     */
    public SnowflakeLayout layout() {
        return layout;
    }

    /**
     * The preset of a name, as the setting spells it.
     *
     * @param name such as {@code twitter}
     * @return the preset
     * @throws ConfigException if no preset has that name; the message lists them
     */
    public static SnowflakePreset named(String name) {
        for (SnowflakePreset preset : values()) {
            if (preset.optionName().equals(name)) {
                return preset;
            }
        }
        throw new ConfigException("preset is \"" + name + "\": must be one of " + String.join(", ", names()));
    }

    /** The names of all presets. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (SnowflakePreset preset : values()) {
            names.add(preset.optionName());
        }
        return List.copyOf(names);
    }

    private String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
