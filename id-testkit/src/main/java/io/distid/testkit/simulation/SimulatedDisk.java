package io.distid.testkit.simulation;

import io.distid.internal.worker.DurableFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One directory that all processes of a world share, with locks of processes on files, whatever the files' names. Before each operation other processes may
 * run, or the process may crash.
 *
 * <p>A file's content is durable once the file was synced. A new, changed or removed name is durable once the directory was synced. Not safe for use by
 * several threads: a world runs on one.
 */
public final class SimulatedDisk {
    private static final Pattern WORKER_FILE =
            Pattern.compile("(?s)\\nworker-id (\\d+)\\n.*\\nreserved-until (-?\\d+)\\n");

    private final World world;
    private final boolean sound;
    private final Map<String, Inode> entries = new TreeMap<>();
    /** The directory at its last sync. */
    private final Map<String, Inode> synced = new TreeMap<>();
    /** Files without a name, which a process may have open. */
    private final Set<Inode> stranded = new HashSet<>();

    /** The last file that each process wrote under each name. */
    private final Map<String, Inode> written = new HashMap<>();

    private long inodes;

    /** A file, whatever its name. */
    static final class Inode {
        final long key;
        final Set<SimulatedProcess> lockedBy = new HashSet<>();
        byte[] data = {};
        /** The content at its last sync. */
        byte[] synced = {};

        Inode(long key) {
            this.key = key;
        }
    }

    /**
     * Creates an empty directory.
     *
     * @param world the world of the disk
     * @param sound whether a file differs from an earlier file of the same name, processes read each other's writes, and a sync is durable. That is
     *     false on network file systems with stale caches, and on disks that report a sync too early
     */
    public SimulatedDisk(World world, boolean sound) {
        this.world = world;
        this.sound = sound;
    }

    /**
     * A file, as one process sees it.
     *
     * @param process the process
     * @param name the name in the directory
     * @return the file, not locked yet
     */
    public DurableFile file(SimulatedProcess process, String name) {
        return new SimulatedFile(this, process, name);
    }

    /**
     * Releases the locks of a process that has ended.
     *
     * @param process the process
     */
    public void ended(SimulatedProcess process) {
        entries.values().forEach(inode -> inode.lockedBy.remove(process));
        stranded.forEach(inode -> inode.lockedBy.remove(process));
    }

    /**
     * Gives the copy of a process the same locks.
     *
     * @param original the process
     * @param copy the process that gets the copy
     */
    public void copied(SimulatedProcess original, SimulatedProcess copy) {
        Stream.concat(entries.values().stream(), stranded.stream())
                .filter(inode -> inode.lockedBy.contains(original))
                .forEach(inode -> inode.lockedBy.add(copy));
    }

    /**
     * Deletes a file, even if a process has it open.
     *
     * @param name the name in the directory
     */
    public void delete(String name) {
        Inode gone = entries.remove(name);
        if (gone != null) {
            stranded.add(gone);
        }
    }

    /** Loses any part of what was not synced, in each file and in the directory. All processes have ended. */
    public void losePower() {
        if (world.oneIn(2)) {
            entries.values().forEach(stranded::add);
            entries.clear();
            entries.putAll(synced);
            stranded.removeAll(entries.values());
        }
        entries.values().stream().filter(inode -> world.oneIn(2)).forEach(inode -> inode.data = inode.synced.clone());
        entries.values().forEach(this::settle);
        written.clear();
        synced.clear();
        synced.putAll(entries);
    }

    private void settle(Inode inode) {
        inode.synced = inode.data.clone();
        inode.lockedBy.clear();
    }

    /** Syncs a file, or the directory if the file is null. */
    void sync(@Nullable Inode inode) {
        if (!sound) {
            return;
        }
        if (inode == null) {
            synced.clear();
            synced.putAll(entries);
        } else {
            inode.synced = inode.data.clone();
        }
    }

    /**
     * The contents of all files.
     *
     * @return the contents, by name
     */
    public Map<String, byte[]> contents() {
        Map<String, byte[]> contents = new HashMap<>();
        entries.forEach((name, inode) -> contents.put(name, inode.data.clone()));
        return contents;
    }

    /**
     * The bounds in the worker files.
     *
     * @return the bounds, by worker id
     */
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        entries.forEach((name, inode) -> {
            if (name.endsWith(".new")) {
                return;
            }
            Matcher file = WORKER_FILE.matcher(new String(inode.data, StandardCharsets.UTF_8));
            if (file.find()) {
                bounds.merge(Integer.valueOf(file.group(1)), Long.valueOf(file.group(2)), Math::max);
            }
        });
        return bounds;
    }

    /**
     * Restores an earlier content of a file.
     *
     * @param name the name in the directory
     * @param data the earlier content
     */
    public void put(String name, byte[] data) {
        Inode inode = new Inode(++inodes);
        inode.data = data.clone();
        inode.synced = data.clone();
        entries.put(name, inode);
        synced.put(name, inode);
    }

    /** Lets other processes run before an operation of a process. */
    void step(SimulatedProcess process) {
        long most = 4 * world.plan().reservation().toNanos();
        boolean held = world.troubled() && world.plan().has(SimulatedFault.PAUSE) && world.oneIn(20);
        process.elapse(held ? world.skewed(most) : world.skewed(World.MILLI));
    }

    @Nullable
    Inode find(String name) {
        return entries.get(name);
    }

    Inode findOrMake(String name) {
        return entries.computeIfAbsent(name, made -> new Inode(++inodes));
    }

    /** The file that a process reads; null if there is none. */
    @Nullable
    Inode findToRead(SimulatedProcess process, String name) {
        Inode own = written.get(process.name() + "/" + name);
        return sound || own == null ? find(name) : own;
    }

    void move(SimulatedProcess process, String from, String to) throws NoSuchFileException {
        Inode moved = entries.remove(from);
        if (moved == null) {
            throw new NoSuchFileException(from);
        }
        delete(to);
        entries.put(to, moved);
        written.put(process.name() + "/" + to, moved);
        process.lastStep(world.nextStep());
        world.judge().stored(world.store().bounds());
    }

    List<String> names() {
        return List.copyOf(entries.keySet());
    }

    /** The key that distinguishes files for a process. */
    Object keyOf(Inode inode) {
        return sound ? inode.key : 0L;
    }
}
