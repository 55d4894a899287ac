package io.distid.leaf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The open tags by their names, for the look-up that each id begins with. Any number of threads may look up while one adds or removes.
 *
 * <p>A hash table with open addressing (Knuth, The Art of Computer Programming, volume 3, 6.4) that keeps the tags themselves: of ten thousand tags hardly
 * anything is in a core's own cache, so what a look-up costs is how many places of memory it goes to, and a table of nodes goes to one more. It is thin, so
 * that it hardly ever meets another tag on its way.
 *
 * <p>It is told what to hold by whoever keeps the tags, and never asked what there is.
 */
final class TagIndex {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(TagIds[].class);
    /** The least that a table has, a power of two as all are. */
    private static final int LEAST_SLOTS = 8;
    /** So many slots for a tag at least, and less than twice as many at most. */
    private static final int SLOTS_PER_TAG = 4;
    /** 2^32 divided by the golden ratio: names that end in a number have hash codes in a row, which it sets far apart. */
    private static final int GOLDEN = 0x9E3779B9;

    /** Replaced when it grows or a tag is removed; else slots without a tag are filled. */
    private volatile @Nullable TagIds[] slots = new TagIds[LEAST_SLOTS];
    /** Under the lock. */
    private int size;

    /** The tag of a name, or null if there is none; one that is added meanwhile may be missed. Never waits. */
    @Nullable
    TagIds find(String name) {
        @Nullable TagIds[] all = slots;
        for (int i = slot(name, all.length); ; i = after(i, all.length)) {
            TagIds tag = (TagIds) SLOT.getAcquire(all, i);
            if (tag == null || tag.name().equals(name)) {
                return tag;
            }
        }
    }

    /** Adds a tag whose name has none, or adds nothing if it is there. */
    synchronized void add(TagIds tag) {
        if (find(tag.name()) != null) {
            return;
        }
        @Nullable TagIds[] all = slots;
        if ((size + 1) * SLOTS_PER_TAG > all.length) {
            all = copy(all.length * 2, null);
        }
        put(all, tag);
        size++;
        slots = all;
    }

    /** Removes a tag if it is there. Takes as long as there are tags. */
    synchronized void remove(TagIds tag) {
        if (find(tag.name()) == tag) {
            // A slot that was emptied would hide those behind it.
            slots = copy(slots.length, tag);
            size--;
        }
    }

    private @Nullable TagIds[] copy(int length, @Nullable TagIds without) {
        @Nullable TagIds[] copy = new TagIds[length];
        for (TagIds tag : slots) {
            if (tag != null && tag != without) {
                put(copy, tag);
            }
        }
        return copy;
    }

    private static void put(@Nullable TagIds[] all, TagIds tag) {
        int i = slot(tag.name(), all.length);
        while (all[i] != null) {
            i = after(i, all.length);
        }
        SLOT.setRelease(all, i, tag);
    }

    private static int slot(String name, int length) {
        // The upper bits, which all bits of the hash code have their part in.
        return name.hashCode() * GOLDEN >>> Integer.numberOfLeadingZeros(length) + 1;
    }

    private static int after(int slot, int length) {
        return slot + 1 & length - 1;
    }
}
