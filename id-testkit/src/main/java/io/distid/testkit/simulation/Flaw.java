package io.distid.testkit.simulation;

/** What a {@link LeaseRecordStore} can be made to lack: negative controls, each of which must repeat ids under some fault. */
enum Flaw {
    /** A new holder does not learn how far the last one had reserved. */
    NO_STAMP,
    /** A record that is made anew begins with no bound. */
    NO_FLOOR,
    /** A record that was lost is taken for one that was never made. */
    NO_COUNT,
    /** Bounds may lie ahead of the store's clock as far as they like. */
    NO_LIMIT,
    /** A take that is repeated after a lost answer is answered without the stamp. */
    REPEAT_WITHOUT_STAMP,
    /** The holder's token stays the same with each renewal. */
    SAME_TOKEN,
    /** A second layout is accepted. */
    ANY_LAYOUT,
    /** A lease that is lost does not shut its sequencer. */
    LOSS_GOES_ON
}
