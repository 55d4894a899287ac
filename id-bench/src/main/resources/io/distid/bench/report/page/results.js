"use strict";
/* The results, and what is read out of them in more than one place. */
lab.results = lab.read("results");

lab.at = (row, count) => row.throughput.find(rate => rate.threads === count);
lab.best = row => row.throughput.reduce((a, b) => a && a.opsPerSecond >= b.opsPerSecond ? a : b, null);

/** Name and version of another's library; null for what is ours, and for references. */
lab.library = row => row.origin?.library ?? null;

/** What ids compete with each other for: the same column, the same order, the same round trips. */
lab.families = [
  ["64 bits, from a clock", row => row.traits.bits <= 64 && ["NONE", "AT_START"].includes(row.traits.coordination)],
  ["64 bits, in segments of a store", row => row.traits.bits <= 64 && row.traits.coordination === "PER_BATCH"],
  ["64 bits, from a store each", row => row.traits.bits <= 64 && row.traits.coordination === "PER_ID"],
  ["128 bits, sorting by time", row => row.traits.bits > 64 && row.traits.timeSorted],
  ["128 bits, in no order", row => row.traits.bits > 64 && !row.traits.timeSorted],
];
lab.family = row => row.traits ? lab.families.find(([, holds]) => holds(row))?.[0] ?? "other" : "";

/** The most that was guessed in any way that was tried; null where ids were not watched. */
lab.guessed = row => row.predictability ? Math.max(row.predictability.guessed, row.predictability.guessedFlatOut) : null;

/** Of a strategy that was not measured, no server is known. */
lab.place = row => row.server ?? (row.status === "measured" ? "in-process" : "");

/** All thread counts that anything was measured at. */
lab.counts = [...new Set([...lab.results.environment.references, ...lab.results.strategies]
  .flatMap(row => row.throughput.map(rate => rate.threads)))].sort((a, b) => a - b);

/** Those of them that a chart has room for. */
lab.charted = lab.counts.length > 2 ? [lab.counts[0], lab.counts.at(-1)] : lab.counts;
