"use strict";
/* What the other scripts share: the results, figures in words, elements. */
const lab = { results: JSON.parse(document.getElementById("results").textContent) };

/** Three digits that matter and a unit, as the report in Markdown has them. */
lab.scaled = (value, units) => {
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = value >= 99.95 || (unit === 0 && Number.isInteger(value)) ? 0 : value >= 9.995 ? 1 : 2;
  return value.toFixed(digits) + units[unit];
};

/** 4100000 becomes 4.10 M. */
lab.number = value => lab.scaled(value, ["", " k", " M", " G"]);

/** 12300 becomes 12.3 µs. */
lab.nanos = value => lab.scaled(value, [" ns", " µs", " ms", " s"]);

lab.millis = value => lab.nanos(value * 1e6);

/** A figure with as many digits as tell something; nothing for what was not measured. */
lab.figure = value => value === null || value === undefined ? ""
  : value === 0 ? "0" : value >= 1000 ? lab.number(value) : value >= 99.95 ? value.toFixed(0)
  : value < 0.01 ? "<0.01" : String(Number(value.toPrecision(3)));

lab.percent = share => (share >= 0.0995 || share === 0 ? (100 * share).toFixed(0)
  : share < 1e-6 ? "<0.0001" : String(Number((100 * share).toPrecision(2)))) + "\u00a0%";

lab.rate = rate => {
  if (rate.error === null) return lab.number(rate.opsPerSecond);
  const percent = Math.round(100 * rate.error / rate.opsPerSecond);
  return lab.number(rate.opsPerSecond) + (percent > 99 ? " ±>99%" : " ±" + percent + "%");
};

lab.words = constant => constant.toLowerCase().replaceAll("_", " ");
lab.threads = count => count + (count === 1 ? " thread" : " threads");
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

/** An element; children are elements or text. */
lab.element = (name, attributes, ...children) => {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
};

/** Terms and what is said of them, for a list of definitions. */
lab.pairs = pairs => pairs.flatMap(([term, text]) => [lab.element("dt", {}, term), lab.element("dd", {}, text)]);
