package io.distid.testservers.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A command under a guard that outlives this JVM for as long as it takes to clean up. */
final class GuardedProcess implements ChildProcess {
    /*
     * The guard is a POSIX shell that is the command's parent and reads orders from a pipe. The JVM holds the only other end of the pipe. So
     * however the JVM ends (exit, crash, SIGKILL), the guard reads end-of-file, kills the command, and removes its directory. SIGKILL works
     * on a stopped process, too. A Ctrl-C goes to the whole foreground process group, and so to the guard. The guard ignores such signals,
     * since its work begins when the JVM has ended. While it starts the command it catches them instead: a child inherits what is ignored,
     * and a server that ignores SIGTERM cannot be stopped. The shell's "jobs" collects a child that has ended; without it "kill -0" finds a
     * zombie alive.
     *
     * A killed PostgreSQL leaves a segment of the system's shared memory, and the segment's number is in a file of its data.
     *
     * With a disk of its own the guard runs in a mount namespace. It mounts the disk over the folder of data, and copies the folder's files
     * to it.
     */
    private static final String GUARD = """
            dir=$1
            shift
            pid=
            disk=
            trap '' INT TERM HUP
            while read -r order size; do
              case $order in
                start)
                  trap : INT TERM HUP
                  "$@" </dev/null >>"$dir/server.log" 2>&1 &
                  pid=$!
                  trap '' INT TERM HUP
                  echo "$pid" ;;
                poll)
                  jobs >/dev/null
                  if kill -0 "$pid"; then echo up; else echo down; fi ;;
                kill)
                  kill -KILL "$pid"
                  wait "$pid"
                  echo down ;;
                mount)
                  mkdir -p "$dir/data" "$dir/disk"
                  reason=$(mount -t tmpfs -o "mode=700,size=$size" tmpfs "$dir/disk" 2>&1 &&
                    cp -a "$dir/data/." "$dir/disk/" 2>&1 && mount --move "$dir/disk" "$dir/data" 2>&1)
                  if [ $? = 0 ]; then disk=$dir/data; fi
                  echo "${disk:+mounted}" $reason ;;
                fill)
                  dd if=/dev/zero of="$disk/filler" bs=4096
                  echo filled ;;
                free)
                  rm -f "$disk/filler"
                  echo freed ;;
                terminate)
                  kill -"$size" "$pid"
                  echo sent ;;
              esac
            done
            if [ -n "$pid" ] && kill -KILL "$pid"; then wait "$pid"; fi
            if [ -f "$dir/data/postmaster.pid" ]; then ipcrm -m $(sed -n '7s/.* //p' "$dir/data/postmaster.pid"); fi
            if [ -n "$disk" ]; then umount "$disk"; fi
            rm -rf "$dir"
            """;

    private static final String MOUNTED = "mounted";

    private final Path directory;
    private final @Nullable SmallDisk disk;
    private final Process guard;
    private final Writer orders;
    private final BufferedReader answers;

    GuardedProcess(Path directory, List<String> command, Map<String, String> environment, @Nullable SmallDisk disk) {
        this.directory = directory;
        this.disk = disk;
        List<String> line = new ArrayList<>(disk == null ? List.of() : SmallDisk.NAMESPACE);
        line.addAll(List.of("/bin/sh", "-c", GUARD, "distid-guard", directory.toString()));
        line.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(directory.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            guard = builder.start();
            Trees.guarded(directory);
        } catch (IOException e) {
            Trees.delete(directory);
            throw new ServerUnavailableException("cannot start /bin/sh: " + e.getMessage(), e);
        }
        orders = guard.outputWriter(StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8));
        if (disk != null) {
            mount(disk);
        }
    }

    private void mount(SmallDisk wanted) {
        String answer = order("mount " + wanted.mebibytes() + "m");
        if (!answer.equals(MOUNTED)) {
            close();
            throw SmallDisk.refused(answer.replace(MOUNTED, "").strip());
        }
    }

    @Override
    public long start() {
        return Long.parseLong(order("start"));
    }

    @Override
    public boolean isAlive() {
        return order("poll").equals("up");
    }

    @Override
    public void terminate(String signal) {
        order("terminate " + signal);
    }

    @Override
    public void kill() {
        order("kill");
    }

    @Override
    public void fillDisk() {
        if (disk == null) {
            ChildProcess.super.fillDisk();
        }
        order("fill");
    }

    @Override
    public void freeDisk() {
        if (disk != null) {
            order("free");
        }
    }

    @Override
    public synchronized void close() {
        try {
            orders.close();
            if (!guard.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the guard of " + directory + " does not end");
            }
        } catch (IOException e) {
            // The guard is gone, and did not read the last order.
        } catch (InterruptedException e) {
            // The guard ends by itself.
            Thread.currentThread().interrupt();
            return;
        }
        if (Files.exists(directory)) {
            // The guard itself was killed, so this process does its work.
            Trees.delete(directory);
        }
    }

    private synchronized String order(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
            String answer = answers.readLine();
            if (answer != null) {
                return answer;
            }
        } catch (IOException e) {
            throw new IllegalStateException("the guard of " + directory + " was closed or killed", e);
        }
        throw new IllegalStateException("the guard of " + directory + " was closed or killed");
    }
}
