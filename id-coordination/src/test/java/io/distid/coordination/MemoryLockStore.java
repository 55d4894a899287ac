package io.distid.coordination;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store within this process whose leases never end by themselves, and whose answers tests can delay. Calls nobody who waits. */
class MemoryLockStore implements LockStore {
    private final Map<String, Record> records = new HashMap<>();
    /** What was asked, in order: {@code take}, {@code held}, {@code extend}, {@code free}. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    volatile Runnable beforeAnswer = () -> {};
    volatile Runnable beforeExtension = () -> {};
    volatile Runnable afterExtension = () -> {};
    volatile Runnable beforeRelease = () -> {};
    volatile Duration handOver = Duration.ZERO;
    volatile long nextFence = 1;

    private record Record(long fence, String token, String process, boolean held, boolean wanted) {}

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        Answer answer = decide(lock, process, tokens, token);
        beforeAnswer.run();
        return answer;
    }

    private synchronized Answer decide(String lock, String process, List<String> tokens, String token) {
        Record record = records.get(lock);
        if (record != null && record.held() && !tokens.contains(record.token())) {
            boolean wanted = record.wanted() || !record.process().equals(process);
            records.put(lock, new Record(record.fence(), record.token(), record.process(), true, wanted));
            calls.add("held");
            return new Held(Duration.ofDays(1));
        }
        calls.add("take");
        records.put(lock, new Record(nextFence, token, process, true, false));
        return new Granted(nextFence++);
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        beforeExtension.run();
        boolean extended = extendNow(lock, fence, tokens, token);
        afterExtension.run();
        return extended;
    }

    private synchronized boolean extendNow(String lock, long fence, List<String> tokens, String token) {
        calls.add("extend");
        Record record = records.get(lock);
        if (record == null || !record.held() || record.fence() != fence || !tokens.contains(record.token())) {
            return false;
        }
        records.put(lock, new Record(fence, token, record.process(), true, record.wanted()));
        return true;
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        beforeRelease.run();
        return releaseNow(lock, fence, tokens);
    }

    private synchronized Released releaseNow(String lock, long fence, List<String> tokens) {
        Record record = records.get(lock);
        if (record == null || fence != 0 && record.fence() != fence || !tokens.contains(record.token())) {
            calls.add("not free");
            return Released.LOST;
        }
        calls.add("free");
        records.put(lock, new Record(record.fence(), record.token(), record.process(), false, false));
        return record.wanted() ? Released.FREED_AND_WANTED : Released.FREED;
    }

    synchronized boolean isHeld(String lock) {
        Record record = records.get(lock);
        return record != null && record.held();
    }

    synchronized void forget(String lock) {
        records.remove(lock);
    }

    @Override
    public Duration pollInterval() {
        return Duration.ofMillis(5);
    }

    @Override
    public Duration handOver() {
        return handOver;
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "memory";
    }
}
