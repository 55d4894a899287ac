package io.distid.db;

/**
 * What one of several databases has of the ids. Its text is what the table's row of the layout says, by which each node compares it.
 *
 * @param blocks how the ids are divided
 * @param index of the database, from 0
 */
record DatabaseShare(BlockPartitioning blocks, int index) {

    /**
     * Up to where a count can have come while the database had the ids alone, so that no id below it is another's from now on. 0 is no id, and Leaf makes a
     * tag with 1.
     */
    long mostAlone() {
        return index == 0 ? blocks.length() : 1;
    }

    @Override
    public String toString() {
        return "database " + index + " of " + blocks.increment() + " in blocks of " + blocks.length();
    }
}
