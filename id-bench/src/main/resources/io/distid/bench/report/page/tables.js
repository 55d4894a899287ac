"use strict";
/* The tables of the page, each with the rows that have something to say in it. A section without any is not shown. */

lab.name = { title: "Strategy", text: row => row.name };
lab.column = (title, value, text = lab.figure) => ({
  title, numeric: true, value: row => value(row) ?? undefined,
  text: row => value(row) === null || value(row) === undefined ? "" : text(value(row), row),
});

/** Shows a section with its table, or hides it and its link. */
lab.section = (section, table, caption, rows, columns) => {
  const empty = rows.length === 0;
  document.getElementById(section).hidden = empty;
  document.querySelectorAll("nav a[href='#" + section + "']").forEach(link => { link.hidden = empty; });
  if (!empty) lab.table(table, caption, columns, rows);
  return !empty;
};

lab.ratio = (row, count) => {
  const first = lab.results.environment.references[0];
  const reference = first && lab.at(first, count);
  return reference?.opsPerSecond > 0 && row !== first
    ? " (" + lab.percent(lab.at(row, count).opsPerSecond / reference.opsPerSecond) + ")" : "";
};

lab.measuredTable = () => {
  const { environment, strategies } = lab.results;
  lab.table("measured-table", "What was measured of each strategy", [
    lab.name,
    { title: "Runs", wraps: true, text: row => row.status ? lab.place(row) : "reference" },
    ...lab.counts.map(count => ({
      title: "ids/s, " + lab.threads(count), numeric: true,
      text: row => lab.at(row, count) ? lab.rate(lab.at(row, count)) + lab.ratio(row, count) : "",
      value: row => lab.at(row, count)?.opsPerSecond,
      bad: row => lab.underSteal(lab.at(row, count)),
    })),
    lab.column("Id-time ahead of the clock", row => lab.lead(row), value => value < 0.002 ? "no" : lab.nanos(value * 1e9)),
    lab.column("Ids checked", row => row.uniqueness?.ids, lab.number),
    {
      title: "Duplicates", numeric: true, text: row => row.uniqueness ? lab.duplicates(row.uniqueness) : "",
      value: row => row.uniqueness?.duplicates, bad: row => lab.doubtful(row.uniqueness),
    },
    { title: "Status", text: row => row.status ?? "", bad: row => row.status === "failed" || row.status === "not shown" },
    { title: "Set up as", wraps: true, text: row => [lab.library(row), row.origin?.options].filter(Boolean).join(": ") },
    { title: "Example", text: row => row.shape ? row.shape.example : "" },
  ], [...environment.references, ...strategies]);
};

/** How many ids repeat; of too few ids that none does shows nothing. */
lab.duplicates = check => check.tooFew && check.duplicates === 0 ? "not shown" : String(check.duplicates);
lab.doubtful = check => check?.duplicates > 0 || check?.tooFew === true;

/** The furthest that ids were ahead of the clock after a measurement, in seconds; null where no time can be read. */
lab.lead = row => row.throughput.reduce((most, rate) => rate.lead === null || rate.lead === undefined ? most : Math.max(most ?? 0, rate.lead), null);

/** Who is first among those that one would take for the same purpose; peers that win are named as such. */
lab.peers = () => {
  const { strategies } = lab.results;
  const rows = strategies.filter(row => row.throughput.length > 0 && lab.family(row));
  if (!rows.some(lab.library)) {
    lab.section("peers", "peers-table", "", [], []);
    return;
  }
  const rate = (row, count) => lab.at(row, count)?.opsPerSecond;
  const best = (list, count) => list.reduce((a, b) => a === null || rate(b, count) > rate(a, count) ? b : a, null);
  const lines = lab.families.flatMap(([family]) => lab.charted.flatMap(count => {
    const all = rows.filter(row => lab.family(row) === family && rate(row, count));
    const own = best(all.filter(row => !lab.library(row)), count);
    const peer = best(all.filter(lab.library), count);
    return own && peer ? [{ family, count, own, peer, ratio: rate(own, count) / rate(peer, count) }] : [];
  }));
  lab.section("peers", "peers-table", "The fastest of distid beside the fastest peer", lines, [
    { title: "Ids", text: line => line.family },
    lab.column("Threads", line => line.count, String),
    { title: "Fastest of distid", text: line => line.own.name },
    lab.column("ids/s", line => rate(line.own, line.count), lab.number),
    { title: "Fastest peer", text: line => line.peer.name },
    lab.column("ids/s of it", line => rate(line.peer, line.count), lab.number),
    { ...lab.column("Ratio", line => line.ratio), bad: line => line.ratio < 1 },
    { title: "Ahead", text: line => line.ratio < 1 ? "the peer" : "distid" },
  ]);
  const won = lines.filter(line => line.ratio < 1);
  document.getElementById("peers-say").textContent = won.length === 0
    ? "In this run no peer was faster than the fastest of distid for the same kind of ids."
    : "In this run a peer was faster: " + won.map(line => line.peer.name + " (" + line.family + ", " + lab.threads(line.count) + ")").join("; ") + ".";
};

lab.latencyTable = () => {
  const { environment, strategies } = lab.results;
  const rows = [...environment.references, ...strategies].flatMap(row => (row.latency ?? []).map(latency => ({ ...row, latency })));
  const column = (title, key) => lab.column(title, row => row.latency[key], lab.nanos);
  if (lab.section("latency", "latency-table", "How long single calls take", rows, [
    lab.name,
    { title: "Calls", text: row => row.latency.arrivals === null ? "flat out" : "at " + lab.number(row.latency.arrivals) + "/s" },
    lab.column("Reached, calls/s", row => row.latency.reached, lab.number),
    lab.column("Threads", row => row.latency.threads, String),
    column("Median", "p50"), column("90 %", "p90"), column("99 %", "p99"), column("99.9 %", "p999"), column("99.99 %", "p9999"),
    column("Longest", "max"), lab.column("Calls timed", row => row.latency.samples, lab.number),
  ])) lab.latencyChart();
};

lab.costTable = () => lab.section("cost", "cost-table", "What ids cost", lab.results.strategies
  .filter(row => row.cost || row.roundTrips || row.startUp || row.batch?.length > 0), [
  lab.name,
  ...lab.counts.filter(count => lab.results.strategies.some(row => row.batch?.some(rate => rate.threads === count))).map(count =>
    lab.column("ids/s by the batch, " + lab.threads(count), row => row.batch?.find(rate => rate.threads === count)?.opsPerSecond, lab.number)),
  lab.column("CPU per id", row => row.cost?.cpuNanos, lab.nanos),
  lab.column("Bytes allocated per id", row => row.cost?.bytes),
  lab.column("Round trips per id", row => row.roundTrips?.perId),
  lab.column("Ids burned", row => row.roundTrips?.burned, lab.number),
  lab.column("First id of a new process", row => row.startUp?.first, lab.millis),
  lab.column("The slowest of them", row => row.startUp?.firstMax, lab.millis),
  {
    title: "First id after a crash, by what keeps the lease", wraps: true, numeric: false,
    text: row => row.startUp?.leases?.length > 0
      ? row.startUp.leases.map(lease => lease.worker + " " + lab.millis(lease.afterCrash)).join(", ")
      : row.startUp?.afterCrash != null ? lab.millis(row.startUp.afterCrash) : "",
  },
]);

lab.nodesTable = () => {
  const { control, strategies } = lab.results;
  lab.section("nodes", "nodes-table", "The merged ids of several processes", strategies.filter(row => row.nodes), [
    lab.name,
    lab.column("Processes", row => row.nodes.processes, String),
    lab.column("Ids", row => row.nodes.ids, lab.number),
    {
      title: "Duplicates", numeric: true, text: row => lab.duplicates(row.nodes),
      value: row => row.nodes.duplicates, bad: row => lab.doubtful(row.nodes),
    },
    lab.column("ids/s, recorded", row => row.nodes.idsPerSecond, lab.number),
    lab.column("Inversions in a process", row => row.nodes.inversionsPerNode, lab.number),
    lab.column("Inversions across", row => row.nodes.inversionsAcross, lab.number),
    lab.column("Places off, 99 %", row => row.nodes.displacementP99, lab.number),
    lab.column("Places off, most (k)", row => row.nodes.displacement, lab.number),
  ]);
  const say = document.getElementById("control");
  say.hidden = !control;
  if (control) {
    const source = control.processes === 1 ? "threads of one process on a " + control.strategy
      : control.processes + " processes of " + control.strategy + " on one worker id";
    say.className = control.caught ? "" : "warning";
    say.textContent = control.caught
      ? "The checker was checked: of " + lab.number(control.ids) + " ids of " + source + " it found " + lab.number(control.duplicates) + " repeated."
      : "The checker found no duplicate where there must be some (" + source + "): what it says of the others is worth nothing.";
  }
};

lab.localityTable = () => {
  const plain = lab.results.plainKey;
  const onInnoDb = [...plain ? [{ name: "AUTO_INCREMENT key", locality: plain }] : [], ...lab.results.strategies.filter(row => row.locality)];
  const onPostgreSql = onInnoDb.filter(row => row.locality.onPostgreSql)
    .map(row => ({ ...row, name: row.name + " on PG", locality: row.locality.onPostgreSql }));
  lab.section("locality", "locality-table", "Ids as the primary key of a table", [...onInnoDb, ...onPostgreSql], [
    lab.name,
    { title: "Key", text: row => row.locality.key },
    lab.column("Rows", row => row.locality.rows, lab.number),
    lab.column("Rows/s", row => row.locality.rowsPerSecond, lab.number),
    lab.column("Beside AUTO_INCREMENT", row => row.locality.relative, lab.percent),
    lab.column("Page splits", row => row.locality.pageSplits, lab.number),
    lab.column("Splits per 1000 rows", row => row.locality.pageSplits === null ? null : 1000 * row.locality.pageSplits / row.locality.rows),
    lab.column("Pages written", row => row.locality.pagesWritten, lab.number),
    lab.column("Bytes per row", row => row.locality.bytesPerRow),
  ]);
};

lab.predictabilityTable = () => lab.section("tell", "tell-table", "What an observer learns from ids", lab.results.strategies.filter(row => row.shape), [
  lab.name,
  lab.column("Guessed, at a modest rate", row => row.predictability?.guessed, lab.percent),
  lab.column("Guessed, flat out", row => row.predictability?.guessedFlatOut, lab.percent),
  lab.column("Volume estimated ÷ true", row => row.predictability?.volume),
  lab.column("Time read, off by", row => row.predictability?.timeErrorMillis, lab.millis),
  lab.column("Density", row => row.shape.density, lab.percent),
  lab.column("Bytes", row => row.traits ? Math.ceil(row.traits.bits / 8) : null, String),
  lab.column("Characters of text", row => row.shape.example.length, String),
  { title: "JavaScript-safe", text: row => BigInt(row.shape.largest) <= lab.SAFE ? "yes" : "no" },
  { title: "Format ends", text: row => row.traits ? row.traits.endOfLife ? row.traits.endOfLife.slice(0, 10) : "not by time" : "" },
]);

lab.claimsTable = () => {
  const count = (row, which) => row.ordering ? row.ordering[which] : undefined;
  const traits = (row, text) => row.traits ? text(row.traits) : "";
  lab.table("claims-table", "What each strategy claims, beside what was measured", [
    lab.name,
    { title: "Order claimed", text: row => row.ordering ? lab.words(row.ordering.claimed) : "" },
    { title: "Order measured", text: row => !row.ordering ? "" : row.uniqueness?.tooFew ? "not shown" : lab.words(row.ordering.measured) },
    lab.column("Inversions per generator", row => count(row, "inversionsPerGenerator"), lab.number),
    lab.column("Inversions across", row => count(row, "inversionsAcross"), lab.number),
    {
      title: "Format's cap, ids/s", numeric: true,
      text: row => traits(row, claim => claim.idsPerSecond === null ? "none" : lab.number(claim.idsPerSecond)),
      value: row => row.traits?.idsPerSecond,
    },
    lab.column("Most measured", row => lab.best(row)?.opsPerSecond, lab.number),
    lab.column("Bits claimed", row => row.traits?.bits, String),
    lab.column("Bits of the largest id", row => row.shape ? BigInt(row.shape.largest).toString(2).length : null, String),
    { title: "Sorts by time across", text: row => traits(row, claim => claim.timeSorted ? "yes" : "no") },
    { title: "Coordination", text: row => traits(row, claim => lab.words(claim.coordination)) },
    { title: "Uniqueness rests on", text: row => traits(row, lab.rests) },
  ], lab.results.strategies);
};

lab.locksTable = () => {
  const locks = lab.results.locks ?? [];
  const shown = lab.section("locks", "locks-table", "What was measured of locks", locks, [
    { title: "Lock", text: lock => lock.name },
    { title: "Library", wraps: true, text: lock => lab.library(lock) ?? "" },
    { title: "Runs", wraps: true, text: lock => lock.server ?? "" },
    lab.column("Alone, locked and freed/s", lock => lock.alone, lab.number),
    lab.column("Contended, locked and freed/s", lock => lock.contended, lab.number),
    lab.column("Granted after a crash", lock => lock.afterCrash, lab.millis),
    lab.column("Silence that ends a holder", lock => lock.afterCrash === null ? null : lock.leaseMillis, lab.millis),
    { title: "Fencing numbers", text: lock => lock.numbered === null ? "" : lock.numbered ? "yes" : "no" },
    { title: "Status", wraps: true, text: lock => lock.status + (lock.reason ? ": " + lock.reason : ""), bad: lock => lock.status === "failed" },
  ]);
  if (shown) {
    document.getElementById("locks-say").textContent = "Each call takes the lock and frees it. Alone: one thread without a rival. Contended: "
      + lab.threads(locks[0].threads) + " in each of " + locks[0].processes + " processes want the one lock all the time.";
  }
};

lab.tokensTable = () => {
  const tokens = lab.results.tokens ?? [];
  const shown = lab.section("tokens", "tokens-table", "What was measured of tokens", tokens, [
    { title: "Tokens", text: token => token.name },
    { title: "Runs", wraps: true, text: token => token.server ?? "" },
    lab.column("Alone, consumed/s", token => token.alone, lab.number),
    lab.column("Together, consumed/s", token => token.together, lab.number),
    { title: "Status", wraps: true, text: token => token.status + (token.reason ? ": " + token.reason : ""), bad: token => token.status === "failed" },
  ]);
  if (shown) {
    document.getElementById("tokens-say").textContent = "Idempotency tokens not used before, each consumed once: by one thread, and by "
      + lab.threads(tokens[0].threads) + " in each of " + tokens[0].processes + " processes.";
  }
};

lab.entitiesTable = () => {
  const entities = lab.results.entities ?? [];
  const shown = lab.section("entities", "entities-table", "What was measured of entities", entities, [
    { title: "Id", text: entity => entity.name },
    { title: "Library", wraps: true, text: entity => lab.library(entity) ?? "" },
    { title: "Runs", wraps: true, text: entity => entity.server ?? "" },
    lab.column("Rows/s", entity => entity.rowsPerSecond, lab.number),
    lab.column("Statements a row", entity => entity.statementsPerRow),
    { title: "Status", wraps: true, text: entity => entity.status + (entity.reason ? ": " + entity.reason : ""), bad: entity => entity.status === "failed" },
  ]);
  if (shown) {
    document.getElementById("entities-say").textContent = "Entities inserted by Hibernate in one thread, in batches of 50, under ids that are made in different ways: "
      + lab.number(entities[0].rows) + " in each of " + entities[0].rounds + " rounds. Each statement that the server is sent is a round trip.";
  }
};

/** Revision, date, rounds and seconds of a bar. */
lab.provenance = from => from
  ? from.revision + ", " + from.date + ", " + from.rounds + " × " + from.seconds + " s"
    + (lab.underSteal(from) ? ", under steal" : "")
  : "";

lab.barsTable = () => {
  const bars = lab.results.bars ?? [];
  const state = bar => bar.passed === null ? "not measured" : bar.passed ? "held" : "missed";
  const missed = bars.filter(bar => bar.passed === false).length;
  const open = bars.filter(bar => bar.passed === null).length;
  const order = { missed: 0, held: 1, "not measured": 2 };
  lab.section("bars", "bars-table", "The ratios distid has set itself", [...bars].sort((a, b) => order[state(a)] - order[state(b)]), [
    { title: "Bar", wraps: true, text: bar => bar.name },
    lab.column("Threads", bar => bar.threads, String),
    { title: "Required", text: bar => bar.required },
    lab.column("Measured", bar => bar.measured),
    { title: "Result", text: state, bad: bar => bar.passed === false },
    { title: "Against", wraps: true, text: bar => bar.reference ?? "" },
    { title: "Measured at", wraps: true, text: bar => lab.provenance(bar.provenance) },
  ]);
  document.getElementById("bars-say").textContent = bars.length - missed - open + " of " + bars.length + " hold, " + missed + " missed, "
    + open + " not measured in this run.";
};
