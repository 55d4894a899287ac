package io.distid.bench.cli;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** A namespace of worker ids in a store, in words. Immutable. */
record LeaseListing(View view, SortedMap<Integer, LeaseRecord> records, int lastId) {
    /** Reads ids from 0 until all records were seen, or the last id is reached. */
    static LeaseListing read(RecordStore store, String namespace, int lastId) {
        SortedMap<Integer, LeaseRecord> records = new TreeMap<>();
        View view;
        long next = 0;
        do {
            int count = (int) Math.min(store.readLimit(), lastId - next + 1);
            view = store.read(namespace, (int) next, count);
            records.putAll(view.records());
            next += count;
        } while (next <= lastId && records.size() < view.count().there());
        return new LeaseListing(view, records, lastId);
    }

    /** Whether the store has nothing of the namespace. */
    boolean isMissing() {
        return view.header() == null && view.count().made() == 0 && view.count().there() == 0;
    }

    /** The facts about the whole namespace. */
    List<List<String>> summary() {
        long held = records.values().stream().filter(this::isHeld).count();
        Header header = view.header();
        List<List<String>> rows = new ArrayList<>();
        if (header != null) {
            rows.add(List.of("layout", header.layout()));
            rows.add(List.of("floor", header.floor() == 0 ? "none yet" : time(header.floor())));
            rows.add(List.of("incarnation", header.incarnation().isEmpty() ? "none yet" : header.incarnation()));
        }
        rows.add(List.of("answered by", isNamed() ? "the same" : view.at().incarnation()));
        rows.add(List.of("store clock", time(view.at().millis())));
        rows.add(List.of(
                "records", view.count().made() + " made, " + view.count().there() + " there"));
        rows.add(List.of("worker ids", held + " held, " + (records.size() - held) + " free again"));
        notes().forEach(note -> rows.add(List.of("note", note)));
        return rows;
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        Header header = view.header();
        if (header == null) {
            notes.add("the header is missing, so no worker id is granted: restore it, or take another namespace");
        } else if (header.incarnation().isEmpty()) {
            notes.add("the floor is being raised; until then no worker id is granted");
        } else if (!isNamed()) {
            notes.add(
                    "the header names another incarnation than the server that answered, which may lack the last writes;"
                            + " the next acquire or renewal raises the floor");
        }
        long lost = header == null ? 0 : view.count().lost() - header.lost();
        if (lost > 0) {
            notes.add("lost since the floor was raised: " + lost + "; the next acquire raises it above all that their"
                    + " holders can have reserved");
        } else if (lost < 0) {
            notes.add("added by hand since the floor was raised: " + -lost + "; the next acquire raises it");
        }
        long unseen = view.count().there() - records.size();
        if (unseen > 0) {
            notes.add("records of ids above " + lastId + ": " + unseen + "; --last-id shows them");
        }
        return notes;
    }

    private boolean isNamed() {
        Header header = view.header();
        return header != null && header.incarnation().equals(view.at().incarnation());
    }

    /** One row for each id that has a record, below their titles. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("id", "free", "bound", "holder"));
        records.forEach(
                (id, record) -> rows.add(List.of(id.toString(), free(record), time(record.bound()), record.holder())));
        return rows;
    }

    private boolean isHeld(LeaseRecord record) {
        return record.freeFrom() > view.at().millis();
    }

    private String free(LeaseRecord record) {
        if (record.freeFrom() == 0) {
            return "released";
        }
        String length = length(Math.abs(record.freeFrom() - view.at().millis()));
        return isHeld(record) ? "in " + length : length + " ago";
    }

    private static String length(long millis) {
        Duration time = Duration.ofMillis(millis);
        if (time.toMinutes() < 2) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
        }
        return time.toHours() < 2
                ? time.toMinutes() + " min"
                : time.toDays() < 2 ? time.toHours() + " h" : time.toDays() + " days";
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
