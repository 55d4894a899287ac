"use strict";
/* Puts the page together. */

lab.measuredTable = () => {
  const { environment, strategies } = lab.results;
  const ratio = (row, count) => {
    const reference = environment.references[0] && lab.at(environment.references[0], count);
    const rate = lab.at(row, count);
    return reference?.opsPerSecond > 0 && row !== environment.references[0]
      ? " (" + lab.percent(rate.opsPerSecond / reference.opsPerSecond) + ")" : "";
  };
  lab.table("measured-table", "What was measured of each strategy", [
    { title: "Strategy", text: row => row.name },
    { title: "Runs", wraps: true, text: row => row.status ? lab.place(row) : "reference" },
    ...lab.counts.map(count => ({
      title: "ids/s, " + lab.threads(count), numeric: true,
      text: row => lab.at(row, count) ? lab.rate(lab.at(row, count)) + ratio(row, count) : "",
      value: row => lab.at(row, count)?.opsPerSecond,
    })),
    { title: "Ids checked", numeric: true, text: row => row.uniqueness ? lab.number(row.uniqueness.ids) : "", value: row => row.uniqueness?.ids },
    {
      title: "Duplicates", numeric: true, text: row => row.uniqueness ? String(row.uniqueness.duplicates) : "",
      value: row => row.uniqueness?.duplicates, bad: row => row.uniqueness?.duplicates > 0,
    },
    { title: "Guessed", numeric: true, text: row => row.shape ? lab.percent(row.shape.guessed) : "", value: row => row.shape?.guessed },
    { title: "Density", numeric: true, text: row => row.shape ? lab.percent(row.shape.density) : "", value: row => row.shape?.density },
    { title: "Status", text: row => row.status ?? "", bad: row => row.status === "failed" },
    { title: "Example", text: row => row.shape ? row.shape.example : "" },
  ], [...environment.references, ...strategies]);
};

lab.claimsTable = () => {
  const count = (row, which) => row.ordering ? row.ordering[which] : undefined;
  const traits = (row, text) => row.traits ? text(row.traits) : "";
  lab.table("claims-table", "What each strategy claims, beside what was measured", [
    { title: "Strategy", text: row => row.name },
    { title: "Order claimed", text: row => row.ordering ? lab.words(row.ordering.claimed) : "" },
    { title: "Order measured", text: row => row.ordering ? lab.words(row.ordering.measured) : "" },
    {
      title: "Inversions per generator", numeric: true, text: row => row.ordering ? lab.number(count(row, "inversionsPerGenerator")) : "",
      value: row => count(row, "inversionsPerGenerator"),
    },
    { title: "Inversions across", numeric: true, text: row => row.ordering ? lab.number(count(row, "inversionsAcross")) : "", value: row => count(row, "inversionsAcross") },
    {
      title: "Format's cap, ids/s", numeric: true,
      text: row => traits(row, claim => claim.idsPerSecond === null ? "none" : lab.number(claim.idsPerSecond)),
      value: row => row.traits?.idsPerSecond,
    },
    { title: "Most measured", numeric: true, text: row => lab.best(row) ? lab.number(lab.best(row).opsPerSecond) : "", value: row => lab.best(row)?.opsPerSecond },
    { title: "Bits claimed", numeric: true, text: row => traits(row, claim => String(claim.bits)), value: row => row.traits?.bits },
    {
      title: "Bits of the largest id", numeric: true, text: row => row.shape ? String(BigInt(row.shape.largest).toString(2).length) : "",
      value: row => row.shape ? BigInt(row.shape.largest).toString(2).length : undefined,
    },
    { title: "Sorts by time across", text: row => traits(row, claim => claim.timeSorted ? "yes" : "no") },
    { title: "Coordination", text: row => traits(row, claim => lab.words(claim.coordination)) },
    { title: "Uniqueness rests on", text: row => traits(row, lab.rests) },
    { title: "Format ends", text: row => traits(row, claim => claim.endOfLife ? claim.endOfLife.slice(0, 10) : "not by time") },
  ], lab.results.strategies);
};

lab.list = (id, pairs) => document.getElementById(id).append(...lab.pairs(pairs));

lab.page = () => {
  const { environment, strategies } = lab.results;
  const { machine } = environment;
  document.getElementById("run").textContent = [environment.date.slice(0, 10), machine.cpu + ", " + machine.cores + " cores", machine.jvm].join(" · ");
  document.getElementById("partial").hidden = environment.complete;
  lab.chooser();
  lab.chart();
  lab.measuredTable();
  lab.claimsTable();
  const told = strategies.filter(row => row.reason !== null);
  if (told.length > 0) {
    document.getElementById("reasons").append(lab.element("h3", {}, "Skipped and failed"), lab.element("ul", {},
      ...told.map(row => lab.element("li", {}, lab.element("strong", {}, row.name), " " + row.status + ": " + row.reason))));
  }
  lab.list("notes", strategies.filter(row => row.traits?.notes.length > 0).map(row => [row.name, row.traits.notes.join("; ")]));
  lab.list("facts", [
    ["date", environment.date], ["CPU", machine.cpu + ", " + machine.cores + " cores"],
    ["memory", Math.floor(machine.memoryBytes / 2 ** 20) + " MiB"], ["OS", machine.os], ["JVM", machine.jvm],
    ["git revision", environment.gitRevision], ["servers", environment.servers.join(", ") || "none"],
    ["profile", environment.profile], ["JMH", environment.jmh],
  ]);
};

lab.page();
