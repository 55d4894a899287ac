"use strict";
/* What the other scripts share: the results, figures in words, elements. */
const lab = { results: JSON.parse(document.getElementById("results").textContent) };

/** 4100000 becomes 4.10 M. */
lab.number = value => {
  const units = ["", " k", " M", " G"];
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = value >= 99.95 || (unit === 0 && Number.isInteger(value)) ? 0 : value >= 9.995 ? 1 : 2;
  return value.toFixed(digits) + units[unit];
};

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

/** Of a strategy that was not measured, no server is known. */
lab.place = row => row.server ?? (row.status === "measured" ? "in-process" : "");

/** All thread counts that anything was measured at. */
lab.counts = [...new Set([...lab.results.environment.references, ...lab.results.strategies]
  .flatMap(row => row.throughput.map(rate => rate.threads)))].sort((a, b) => a - b);

/** An element; children are elements or text. */
lab.element = (name, attributes, ...children) => {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
};

/** Terms and what is said of them, for a list of definitions. */
lab.pairs = pairs => pairs.flatMap(([term, text]) => [lab.element("dt", {}, term), lab.element("dd", {}, text)]);
