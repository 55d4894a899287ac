"use strict";
/* Puts the page together. */

lab.list = (id, pairs) => document.getElementById(id).append(...lab.pairs(pairs));

lab.page = () => {
  const { environment, strategies } = lab.results;
  const { machine } = environment;
  document.getElementById("run").textContent = [environment.date.slice(0, 10), machine.cpu + ", " + machine.cores + " cores", machine.jvm].join(" · ");
  document.getElementById("partial").hidden = environment.complete;
  document.getElementById("busy").hidden = !(environment.others > 0.1);
  document.getElementById("busy").textContent = "The machine was busy: other processes took " + lab.percent(environment.others ?? 0)
    + " of its CPU time during the run, so rates are lower and times longer than it can do.";
  lab.recommender();
  lab.chooser();
  lab.barsTable();
  lab.throughputChart();
  lab.measuredTable();
  lab.peers();
  lab.latencyTable();
  lab.costTable();
  lab.nodesTable();
  lab.localityTable();
  lab.predictabilityTable();
  lab.claimsTable();
  lab.locksTable();
  lab.tokensTable();
  lab.entitiesTable();
  lab.growth();
  lab.faultsSection();
  const explained = strategies.filter(row => row.reason !== null);
  if (explained.length > 0) {
    document.getElementById("reasons").append(lab.element("h3", {}, "Skipped, not shown and failed"), lab.element("ul", {},
      ...explained.map(row => lab.element("li", {}, lab.element("strong", {}, row.name), " " + row.status + ": " + row.reason))));
  }
  const warnings = lab.results.warnings ?? [];
  document.getElementById("warnings").hidden = warnings.length === 0;
  document.querySelector("#warnings ul").append(...warnings.map(warning => lab.element("li", {}, warning)));
  lab.list("notes", strategies.filter(row => row.traits?.notes.length > 0).map(row => [row.name, row.traits.notes.join("; ")]));
  lab.list("facts", [
    ["date", environment.date], ["CPU", machine.cpu + ", " + machine.cores + " cores"],
    ["memory", Math.floor(machine.memoryBytes / 2 ** 20) + " MiB"], ["OS", machine.os], ["JVM", machine.jvm],
    ["git revision", environment.gitRevision], ["servers", environment.servers.join(", ") || "none"],
    ["profile", environment.profile], ["JMH", environment.jmh],
    ...(typeof environment.steal === "number"
      ? [["CPU time that the host took", lab.percent(environment.steal) + " of what the machine wanted"]] : []),
    ...(typeof environment.others === "number"
      ? [["CPU time that other processes took", lab.percent(environment.others) + " of what the machine has"]] : []),
  ]);
};

lab.page();
