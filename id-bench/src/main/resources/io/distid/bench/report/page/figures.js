"use strict";
/* Figures in words. */

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

/** A rate with its error, and a mark where the host took more than a tenth of the CPU time. */
lab.rate = rate => {
  const mark = lab.stealMark(rate);
  if (rate.error === null) return lab.number(rate.opsPerSecond) + mark;
  const percent = Math.round(100 * rate.error / rate.opsPerSecond);
  return lab.number(rate.opsPerSecond) + (percent > 99 ? " ±>99%" : " ±" + percent + "%") + mark;
};

lab.underSteal = figure => figure?.steal > 0.1;
lab.stealMark = figure => lab.underSteal(figure) ? " [steal " + lab.percent(figure.steal) + "]" : "";

lab.words = constant => constant.toLowerCase().replaceAll("_", " ");
lab.threads = count => count + (count === 1 ? " thread" : " threads");
