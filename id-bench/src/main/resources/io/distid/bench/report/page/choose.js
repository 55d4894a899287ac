"use strict";
/* From needs to the strategies that remain. Each need is a claim that was checked, or a figure that was measured. */

lab.SAFE = 2n ** 53n - 1n;
lab.DENSE = 0.1;
lab.coordinations = ["NONE", "AT_START", "PER_BATCH", "PER_ID"];

/** Why a strategy is out; empty if it remains. */
lab.against = (row, needs) => {
  if (row.status !== "measured") return [row.status + ": " + row.reason];
  const { traits, ordering, shape } = row;
  if (!traits || !ordering || !shape) return ["its ids were not checked"];
  const out = [];
  const perGenerator = each => each === "GLOBAL" || each === "PER_GENERATOR";
  if (needs.order === "generator" && !(perGenerator(ordering.claimed) && perGenerator(ordering.measured))) {
    out.push("order claimed: " + lab.words(ordering.claimed));
  }
  if (needs.order === "time" && !traits.timeSorted) out.push("does not sort by time across generators");
  if (needs.order === "global" && !(ordering.claimed === "GLOBAL" && ordering.measured === "GLOBAL")) {
    out.push("order claimed: " + lab.words(ordering.claimed) + "; " + lab.number(ordering.inversionsAcross) + " inversions across");
  }
  if (lab.coordinations.indexOf(traits.coordination) > lab.coordinations.indexOf(needs.coordination)) {
    out.push("coordinates " + lab.words(traits.coordination));
  }
  if (needs.safety && !needs.safety.split(" ").includes(traits.safety)) out.push("uniqueness rests on " + lab.rests(traits));
  if (needs.rate && !(lab.best(row)?.opsPerSecond >= needs.rate)) {
    out.push("measured " + (lab.best(row) ? lab.number(lab.best(row).opsPerSecond) : "no") + " ids/s");
  }
  if (needs.unguessable && lab.guessed(row) !== 0) {
    out.push(lab.guessed(row) === null ? "nobody tried to guess its ids" : lab.percent(lab.guessed(row)) + " of its ids were guessed");
  }
  if (needs.own && lab.library(row)) out.push("comes from " + lab.library(row));
  if (needs.p99 && !(lab.due(row)?.p99 <= needs.p99 * 1000)) {
    out.push(lab.due(row) ? "99 % of calls took up to " + lab.nanos(lab.due(row).p99) : "its latency was not measured");
  }
  if (needs.dense && shape.density < lab.DENSE) out.push("uses " + lab.percent(shape.density) + " of its range");
  if (needs.column && traits.bits > 63) out.push(traits.bits + " bits");
  if (needs.safe && BigInt(shape.largest) > lab.SAFE) out.push("its ids are above 2^53");
  return out;
};

/** Latency at a fixed rate of arrivals, or null. */
lab.due = row => row.latency?.find(each => each.arrivals !== null) ?? null;

lab.rests = traits => ({ STORED: "a store", CLOCK: "the clock", RANDOM: "random bits" })[traits.safety] ?? lab.words(traits.safety);

lab.card = row => {
  const best = lab.best(row);
  return lab.element("li", {},
    lab.element("h3", {}, row.name, lab.element("span", {}, best ? lab.number(best.opsPerSecond) + " ids/s" : "not timed")),
    lab.element("dl", { class: "facts" }, ...lab.pairs([
      ...lab.library(row) ? [["library", lab.library(row)]] : [],
      ["runs", lab.place(row)],
      ...row.throughput.map(rate => [lab.threads(rate.threads), lab.rate(rate) + " ids/s"]),
      ["order", row.uniqueness.tooFew ? "not shown" : lab.words(row.ordering.measured)],
      ["coordination", lab.words(row.traits.coordination)],
      ["unique by", lab.rests(row.traits)],
      ...lab.due(row) ? [["99 % of calls", "within " + lab.nanos(lab.due(row).p99)]] : [],
      ...row.locality ? [["as InnoDB key", lab.percent(row.locality.relative) + " of AUTO_INCREMENT"]] : [],
      ...lab.guessed(row) === null ? [] : [["guessed", lab.percent(lab.guessed(row))]],
      ["density", lab.percent(row.shape.density)],
      ["duplicates", lab.duplicates(row.uniqueness) + " in " + lab.number(row.uniqueness.ids) + " ids"],
    ])),
    lab.element("p", {}, lab.element("code", {}, row.shape.example)));
};

lab.chooser = () => {
  const form = document.getElementById("needs");
  const show = () => {
    const field = id => document.getElementById(id);
    const needs = {
      order: field("order").value, coordination: field("coordination").value, safety: field("safety").value,
      rate: Number(field("rate").value), unguessable: field("unguessable").checked, dense: field("dense").checked,
      column: field("column").checked, safe: field("safe").checked, own: field("own").checked, p99: Number(field("p99").value),
    };
    const judged = lab.results.strategies.map(row => ({ row, out: lab.against(row, needs) }));
    const left = judged.filter(each => each.out.length === 0).map(each => each.row)
      .sort((a, b) => (lab.best(b)?.opsPerSecond ?? 0) - (lab.best(a)?.opsPerSecond ?? 0));
    const gone = judged.filter(each => each.out.length > 0);
    field("remaining").textContent = left.length + " of " + judged.length + (judged.length === 1 ? " strategy" : " strategies") + " remain"
      + (left.length === 1 ? "s" : "") + (left.length === 0 ? ": give up one of your needs" : "") + ".";
    field("candidates").replaceChildren(...left.map(lab.card));
    const details = field("ruled-out");
    details.hidden = gone.length === 0;
    details.querySelector("summary").textContent = "Ruled out: " + gone.length;
    details.querySelector("ul").replaceChildren(...gone.map(each =>
      lab.element("li", {}, lab.element("strong", {}, each.row.name), ": " + each.out.join("; "))));
  };
  form.addEventListener("input", show);
  form.addEventListener("change", show);
  form.addEventListener("submit", event => event.preventDefault());
  form.querySelector("button").addEventListener("click", () => {
    form.reset();
    show();
  });
  show();
};
