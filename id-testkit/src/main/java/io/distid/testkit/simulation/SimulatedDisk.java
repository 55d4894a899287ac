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
 * One directory that all processes of a world share, with locks that a process holds on a file, whatever its
 * name. Others may run before each operation, and the process may crash there.
 *
 * <p>What a file holds is durable once the file was synced, and its name, new, other or gone, once the directory was. Not safe for use by several threads: a
 * world runs on one.
 */
public final class SimulatedDisk {
    private static final Pattern WORKER_FILE =
            Pattern.compile("(?s)\\nworker-id (\\d+)\\n.*\\nreserved-until (-?\\d+)\\n");

    private final World world;
    private final boolean sound;
    private final Map<String, Inode> entries = new TreeMap<>();
    /** As the directory was when it was synced last. */
    private final Map<String, Inode> synced = new TreeMap<>();
    /** Files without a name, which somebody may have open. */
    private final Set<Inode> stranded = new HashSet<>();

    /** What each process wrote last. */
    private final Map<String, Inode> written = new HashMap<>();

    private long inodes;

    /** A file, whatever its name. */
    static final class Inode {
        final long key;
        final Set<SimulatedProcess> lockedBy = new HashSet<>();
        byte[] data = {};
        /** What it held when it was synced last. */
        byte[] synced = {};

        Inode(long key) {
            this.key = key;
        }
    }

    /**
     * An empty directory.
     *
     * @param world where it is
     * @param sound whether a file can be told from another that was there before by the same name, a process reads what others wrote, and what is synced
     *     is durable: not so on network file systems with caches that do not agree, and on disks that say so too early
     */
    public SimulatedDisk(World world, boolean sound) {
        this.world = world;
        this.sound = sound;
    }

    /**
     * A file, as one process sees it.
     *
     * @param process the process
     * @param name within the directory
     * @return not locked yet
     */
    public DurableFile file(SimulatedProcess process, String name) {
        return new SimulatedFile(this, process, name);
    }

    /**
     * A process has ended: its locks are free.
     *
     * @param process the process
     */
    public void ended(SimulatedProcess process) {
        entries.values().forEach(inode -> inode.lockedBy.remove(process));
        stranded.forEach(inode -> inode.lockedBy.remove(process));
    }

    /**
     * A process was copied: the copy has the same locks.
     *
     * @param original the process
     * @param copy the process that has the copy
     */
    public void copied(SimulatedProcess original, SimulatedProcess copy) {
        Stream.concat(entries.values().stream(), stranded.stream())
                .filter(inode -> inode.lockedBy.contains(original))
                .forEach(inode -> inode.lockedBy.add(copy));
    }

    /**
     * Deletes a file behind the back of whoever has it open.
     *
     * @param name within the directory
     */
    public void delete(String name) {
        Inode gone = entries.remove(name);
        if (gone != null) {
            stranded.add(gone);
        }
    }

    /** What was not synced is gone or not, of each file and of the directory. All processes have ended. */
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

    /** Of a file, or of the directory where it is null. */
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
     * What all files hold.
     *
     * @return by name
     */
    public Map<String, byte[]> contents() {
        Map<String, byte[]> contents = new HashMap<>();
        entries.forEach((name, inode) -> contents.put(name, inode.data.clone()));
        return contents;
    }

    /**
     * The bounds that worker files keep.
     *
     * @return by worker id
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
     * Puts an earlier content of a file back.
     *
     * @param name within the directory
     * @param data its content then
     */
    public void put(String name, byte[] data) {
        Inode inode = new Inode(++inodes);
        inode.data = data.clone();
        inode.synced = data.clone();
        entries.put(name, inode);
        synced.put(name, inode);
    }

    /** Others run, before an operation of a process. */
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

    /** What a process reads; null if there is no file. */
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

    /** What tells files apart. */
    Object keyOf(Inode inode) {
        return sound ? inode.key : 0L;
    }
}
