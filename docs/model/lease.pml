/*
 * How worker ids are leased (io.distid.worker: StoreWorkerIds, StoreNamespace, StoreLease), over a store that forgets. Explored by SPIN: see check.
 *
 * The property: no tick of a worker id is stamped twice. One tick of id 0 is watched, any one. A node stamps what it may at once, since nobody else is
 * worse off if it stamps later. A node that never takes its next step is a node that died, or that is slow.
 *
 * What the model leaves out:
 * - Clocks that go back, and servers of one store whose clocks differ. Nodes' clocks differ: one is right, the others as far ahead as may be.
 * - Two servers that take writes at the same time. A server under a name from before that lacks a header (COMES_BACK shows the repeat).
 * - Copies of a process before each has renewed once. Tokens that are drawn twice. Stores that can write over a record of the same version.
 * - Headers and records that somebody writes by hand. The 2 s for which a renewal takes the header as seen. Errors, messages, time limits, batches.
 * - What a process knows of its own bounds: it only finds more losses.
 */

/*
 * The world, given by -D; check lists some. NODES, IDS (1 or 2), TIME (what the store's clock shows at the end), RENEWALS of each node, FAULTS in all,
 * LOST (answers, besides). Each of these is 0 or 1:
 * EMPTY     the store begins without a header
 * RELEASES  nodes release ids
 * AFTER     the store cannot compare the header when it writes a record, and reads it then
 * WIPE      a fault: all is removed
 * LOSE      a fault: the record of id 0 is removed
 * REMOVE    a fault: the header is removed
 * RESTORE   a fault: a copy takes the place of all, or a replica that lags takes over, under a new name
 * SWITCH    a fault: another server takes over, then the first one again, under its name
 * LAYOUTS   0, or 2: node 2 has another layout
 */

/* The protections. -DOFF=… takes one away, and somebody stamps a tick twice. */
#ifndef OFF
#define OFF 0
#endif
#define TOKEN_OF_EACH_WRITE 1     /* each write has a token of its own */
#define ABOVE_THE_BOUND 2         /* a grant begins above the record's bound */
#define HORIZON_OF_BOUNDS 3
#define COUNT_OF_RECORDS 4        /* a lost record raises the floor */
#define COUNT_IN_THE_ANSWER 5
#define COUNT_IN_EACH_ANSWER 6    /* not only if the grant made the record: a late request may have made it again */
#define COUNT_OF_THE_LATE 7       /* a late renewal looks at the count, too */
#define INCARNATION 8             /* another server raises the floor */
#define INCARNATION_IN_THE_ANSWER 9
#define HEADER_IN_THE_ANSWER 10
#define MADE_WITHOUT_FLOOR 11      /* a new header has none: whoever looks again raises it */
#define ANNOUNCED 12              /* a floor is raised by a look that came after that was announced */
#define VERIFIED 13               /* a renewal counts once the header names the server */
#define SAME_SERVER 14            /* and that is the one that carried it out */
#define LATE_ABOVE_THE_FLOOR 15
#define LATE_NEEDS_A_HEADER 16
#define CONFIRMED 17              /* what was not confirmed is not stamped */
#define MADE_BARE 18              /* a header is made only where there is no record */
#define TIME_OF_A_READ 19         /* the store tells a time that is not before what it shows */
#define COMES_BACK 20             /* of the store: a server under a name from before lacks no header */

#define RESERVATION 1
#define HORIZON 2                 /* max-ahead and a reservation */
#define FURTHEST (OFF == HORIZON_OF_BOUNDS -> HORIZON + 2 : HORIZON)
#define AHEAD (me == 2 -> RESERVATION : FURTHEST)
#define MAX(a, b) (a > b -> a : b)
#define LAYOUT (me == LAYOUTS -> 2 : 1)

typedef Record { byte token, bound, freeFrom }   /* token 0: there is none; freeFrom 0: released */
typedef Server {
  byte token, floor, named, lost, layout;        /* the header; token 0: there is none; named 0: the floor is yet to be raised */
  byte name, made;
  Record r[2]
}
typedef Request { byte id, expected, token, bound, freeFrom, header }

Server s;                                        /* that takes writes */
Server o;                                        /* a copy, or the server that was before */
bool copied, apart;                              /* apart: s lacks what o had acknowledged */
Request q;                                       /* under way; nobody waits for its answer */
byte now, headers, names, faults, unanswered, opened, granted;
byte tick, stampedOf;                            /* stampedOf: the layout of the ids */
bool stamped;
hidden Server z, none;
hidden byte x;

#define THERE ((s.r[0].token != 0) + (s.r[1].token != 0))
#define LOST_NOW (s.made - THERE)
#define NAMES(n) (n != 0 && (OFF == INCARNATION || n == s.name))
#define CURRENT (s.token != 0 && NAMES(s.named) && (OFF == COUNT_OF_RECORDS || s.lost == LOST_NOW))
#define CLOCK (OFF == TIME_OF_A_READ -> clock : now)
#define FROM(i) (OFF != ABOVE_THE_BOUND && s.r[i].bound > s.floor -> s.r[i].bound : s.floor)
#define IS_OVER(i) (s.r[i].freeFrom <= CLOCK || LIVE && now == TIME || s.r[i].token / 16 == me)   /* at the end of time all leases are over */
#define IS_FREE(i) ((s.r[i].token == 0 || IS_OVER(i)) && FROM(i) <= CLOCK + HORIZON)
#define THIS (OFF == TOKEN_OF_EACH_WRITE -> 16 * me + 1 : 16 * me + writes)        /* the token of a node's last write */
#define NEXT (OFF == TOKEN_OF_EACH_WRITE -> 16 * me + 1 : 16 * me + writes + 1)
#define MINE (s.r[id].token >= token && s.r[id].token <= THIS && s.r[id].bound >= bound)
#define EXPECTED (s.r[id].token == record && (AFTER || OFF == HEADER_IN_THE_ANSWER || s.token == header))
#define CAN_DELAY (unanswered < LOST && q.token == 0)

inline copy(to, from) {
  to.token = from.token; to.floor = from.floor; to.named = from.named; to.lost = from.lost; to.layout = from.layout;
  to.name = from.name; to.made = from.made;
  to.r[0].token = from.r[0].token; to.r[0].bound = from.r[0].bound; to.r[0].freeFrom = from.r[0].freeFrom;
  to.r[1].token = from.r[1].token; to.r[1].bound = from.r[1].bound; to.r[1].freeFrom = from.r[1].freeFrom
}
inline putRecord(i_, token_, bound_, freeFrom_) {
  if :: s.r[i_].token == 0 -> s.made++ :: else fi;
  s.r[i_].bound = bound_; s.r[i_].freeFrom = freeFrom_; s.r[i_].token = token_
}
inline removeRecord(i_) { s.r[i_].token = 0; s.r[i_].bound = 0; s.r[i_].freeFrom = 0 }
inline putHeader(floor_, named_, lost_) { headers++; s.token = headers; s.floor = floor_; s.named = named_; s.lost = lost_ }
inline removeHeader() { s.token = 0; s.floor = 0; s.named = 0; s.lost = 0; s.layout = 0 }
/* Is sent and not answered, and may be carried out later. */
inline delay(expected_, bound_, freeFrom_, header_) {
  unanswered++; q.id = id; q.expected = expected_; q.token = NEXT; q.bound = bound_; q.freeFrom = freeFrom_; q.header = header_;
  printf("node %d sends that, and it may come late\n", me)
}
inline seen() { header = s.token; time = CLOCK; named = s.name; lost = LOST_NOW }
inline forget() { header = 0; time = 0; named = 0; lost = 0; record = 0 }
/* A bound was confirmed. */
inline stamp() {
  if
  :: id == 0 && !has && above < tick && tick <= bound ->
     if
     :: printf("node %d STAMPS TICK %d OF ID 0\n", me, tick); assert(!stamped); stamped = true; has = true
     :: RELEASES -> skip
     fi
  :: else fi;
  if :: LAYOUTS -> assert(stampedOf == 0 || stampedOf == LAYOUT); stampedOf = LAYOUT :: else fi
}

/* ---- StoreNamespace ---- */
inline look() {
  if
  :: s.token == 0 && !holds && THERE == 0 -> printf("node %d looks: no namespace\n", me); seen(); goto Make
  :: s.token != 0 && s.layout != LAYOUT -> printf("node %d looks: another layout\n", me); goto Over
  :: s.token != 0 && s.layout == LAYOUT && !CURRENT ->
     printf("node %d looks at time %d: server %d, header of %d, %d of %d lost records known\n", me, CLOCK, s.name, s.named, s.lost, LOST_NOW);
     seen(); announced = s.named == 0; goto Raise
  :: holds && (s.token == 0 || CURRENT && s.layout == LAYOUT) -> verified()
  :: !holds && CURRENT && s.layout == LAYOUT && writes < 12 && (IS_FREE(0) || IDS > 1 && IS_FREE(1)) ->
     if :: IS_FREE(0) -> id = 0 :: IDS > 1 && IS_FREE(1) -> id = 1 fi;
     seen(); named = s.named; record = s.r[id].token; above = FROM(id); next = time + AHEAD; next = MAX(above, next);
     printf("node %d looks at time %d: id %d is free, above %d\n", me, time, id, above);
     goto Take
  fi
}

inline make() {
  if :: s.token == 0 && (OFF == MADE_BARE || THERE == 0) ->
     printf("node %d makes the namespace\n", me);
     if :: OFF == MADE_WITHOUT_FLOOR -> putHeader(time + HORIZON, named, lost) :: else -> putHeader(0, 0, 0) fi;
     s.layout = LAYOUT
  :: else fi;
  forget()
}

inline raise() {
  if
  :: s.token == header && !announced && OFF != ANNOUNCED -> putHeader(s.floor, 0, s.lost); printf("node %d announces that it raises the floor\n", me)
  :: s.token == header && (announced || OFF == ANNOUNCED) ->
     x = time + HORIZON; x = MAX(x, s.floor); putHeader(x, named, lost); x = 0;
     printf("node %d raises the floor to %d for server %d\n", me, s.floor, named)
  :: s.token != header
  fi;
  forget(); announced = false
}

/* A renewal was carried out by server `by`; this one shows a header that names it. */
inline verified() {
  if
  :: OFF != SAME_SERVER && OFF != VERIFIED && s.token != 0 && by != s.name -> printf("node %d: another server answered since\n", me)
  :: OFF != LATE_NEEDS_A_HEADER && OFF != VERIFIED && s.token == 0 && late -> printf("node %d: late, and there is no header\n", me)
  :: else -> confirm()
  fi;
  holds = false; by = 0; late = false; next = 0; until = 0;
  goto Hold
}

inline free() {
  if :: s.r[id].token == THIS -> putRecord(id, NEXT, above, 0); writes++; printf("node %d gives id %d back\n", me, id)
  :: else fi;
  above = 0; id = 0
}

/* ---- StoreWorkerIds ---- */
inline take() {
  if
  :: s.r[id].token == NEXT || EXPECTED ->
     if :: s.r[id].token != NEXT -> putRecord(id, NEXT, next, time + RESERVATION) :: else fi;
     printf("node %d takes id %d above %d, up to %d\n", me, id, above, next);
     if
     :: skip
     :: CAN_DELAY -> delay(record, next, time + RESERVATION, header)
     :: unanswered < LOST -> unanswered++; printf("node %d is not answered\n", me); goto Take
     fi;
     by = s.name;
     if :: AFTER -> goto Stands :: else -> stands() fi
  :: CAN_DELAY -> delay(record, next, time + RESERVATION, header); goto Take
  :: s.r[id].token != NEXT && !EXPECTED -> writes++; forget(); above = 0; next = 0; id = 0; by = 0; goto Look
  fi
}

inline stands() {
  writes++;
  if
  :: (OFF == HEADER_IN_THE_ANSWER || s.token == header) && (OFF == INCARNATION_IN_THE_ANSWER || NAMES(named)) &&
     (OFF == COUNT_IN_THE_ANSWER || OFF == COUNT_OF_RECORDS || OFF == COUNT_IN_EACH_ANSWER && record != 0 || lost == LOST_NOW) ->
     token = THIS; bound = next; freeFrom = time + RESERVATION; first = above; granted++; stamp(); forget(); next = 0; by = 0; goto Hold
  :: else -> forget(); next = 0; by = 0; goto Free
  fi
}

/* ---- StoreLease ---- */
inline begin() { renewals++; next = now + AHEAD; next = MAX(bound, next); until = now + RESERVATION }

inline settle() {
  if
  :: MINE ->
     printf("node %d renews up to %d on server %d\n", me, next, s.name);
     if
     :: skip
     :: CAN_DELAY -> delay(token, next, until, 0)
     :: unanswered < LOST -> unanswered++; putRecord(id, NEXT, next, until); writes++; printf("node %d is not answered\n", me); goto Unconfirmed
     fi;
     putRecord(id, NEXT, next, until); writes++; token = THIS;
     by = s.name; late = now >= freeFrom; holds = true;
     if :: OFF == VERIFIED || s.token != 0 && NAMES(s.named) && s.layout == LAYOUT && (!late || OFF == COUNT_OF_THE_LATE) -> verified()
     :: else -> goto Look fi
  :: !MINE -> printf("node %d has lost id %d\n", me, id); goto Over
  :: CAN_DELAY -> printf("node %d is to renew up to %d\n", me, next); delay(token, next, until, 0); writes++; goto Unconfirmed
  fi
}

inline confirm() {
  if :: OFF != LATE_ABOVE_THE_FLOOR && late && s.floor > bound -> above = MAX(above, s.floor)
  :: else fi;
  bound = next; freeFrom = until; stamp()
}

inline release() {
  if :: has -> first = tick :: else fi;
  if
  :: MINE -> putRecord(id, NEXT, first, 0); printf("node %d releases id %d at %d\n", me, id, first)
  :: !MINE
  :: CAN_DELAY -> delay(token, first, 0, 0)
  fi
}

active proctype World() {
  atomic { s.name = 1; names = 1;
    if :: EMPTY -> skip :: else -> putHeader(0, 1, 0); s.layout = 1 fi;
    select(tick : 1 .. TIME + HORIZON) }
  do
  :: atomic { now < TIME -> now++; printf("time %d\n", now) }
  :: atomic { q.token != 0 ->
       if
       :: s.r[q.id].token == q.expected && (AFTER || OFF == HEADER_IN_THE_ANSWER || q.header == 0 || q.header == s.token) ->
          printf("a late request is carried out: id %d, up to %d\n", q.id, q.bound); putRecord(q.id, q.token, q.bound, q.freeFrom)
       :: else fi;
       q.id = 0; q.expected = 0; q.token = 0; q.bound = 0; q.freeFrom = 0; q.header = 0 }
  :: atomic { WIPE && faults < FAULTS && s.made != 0 ->
       faults++; printf("all is removed\n"); removeHeader(); removeRecord(0); removeRecord(1); s.made = 0 }
  :: atomic { LOSE && faults < FAULTS && s.r[0].token != 0 -> faults++; printf("the record of id 0 is removed\n"); removeRecord(0) }
  :: atomic { REMOVE && faults < FAULTS && s.token != 0 -> faults++; printf("the header is removed\n"); removeHeader() }
  :: atomic { (RESTORE || SWITCH) && faults < FAULTS && !copied && s.token != 0 ->
       copied = true; x = (apart -> 0 : o.name); copy(o, s); o.name = x; x = 0; printf("the replica has all of this\n") }
  :: atomic { (RESTORE || SWITCH) && faults < FAULTS && (copied || o.name != 0) ->
       faults++; copied = false; copy(z, s); copy(s, o); copy(o, z);
       apart = s.token != o.token || s.made != o.made || s.r[0].token != o.r[0].token || s.r[1].token != o.r[1].token;
       if :: s.name != 0 && (OFF == COMES_BACK || s.token == o.token) :: else -> names++; s.name = names fi;
       printf("server %d takes over\n", s.name);
       if :: SWITCH && faults < FAULTS :: else -> copy(o, none); apart = false fi }
  od
}

active [NODES] proctype Node() {
  byte me = _pid;
  byte writes, id, header, time, named, lost, record, above, first, token, bound, freeFrom, next, until, by, renewals, clock;
  bool announced, late, holds, has;
  atomic { tick != 0 && opened == me - 1 -> opened++ }
Look:
#if OFF == TIME_OF_A_READ
        clock = now;   /* the read has begun */
#endif
        atomic { look() }
Make:   atomic { make(); goto Look }
Raise:  atomic { raise(); goto Look }
Take:   atomic { take() }
Stands: atomic { if :: by != s.name -> goto Take :: else -> stands() fi }   /* the connection led to another server */
Free:   atomic { free(); goto Look }
Hold:   atomic {
          if
          :: renewals < RENEWALS && now + RESERVATION <= TIME -> begin()
          :: RELEASES -> release(); goto Over
          fi }
        atomic { settle() }
Unconfirmed:
        atomic { if :: OFF == CONFIRMED -> bound = next; stamp() :: else fi;
          next = 0; until = 0; goto Hold }
Over:   atomic { id = 0; above = 0; first = 0; token = 0; bound = 0; freeFrom = 0; next = 0; until = 0; has = false; writes = 0; renewals = 0 }
}

#if LIVE
ltl waiters { <> (granted == NODES) }
#endif
