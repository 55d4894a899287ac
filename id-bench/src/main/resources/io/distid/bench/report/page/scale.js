"use strict";
/* Growth: curves over sizes on two logarithmic axes, their table, and what a deployment needs by them. */

lab.unit = { BYTES: value => lab.scaled(value, [" B", " kB", " MB", " GB"]), NANOS: lab.nanos, COUNT: value => lab.figure(value), PER_SECOND: value => lab.number(value) + "/s" };

lab.curveName = curve => curve.series === "" ? curve.subject : curve.subject + ", " + curve.series;

/** A logarithmic axis has no 0: what is 0 is drawn at its foot. */
lab.curvesOption = (curves, narrow) => {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue("--" + name).trim();
  const text = lab.unit[curves[0].unit];
  const values = curves.flatMap(curve => curve.points.map(point => point.value)).filter(value => value > 0);
  const floor = values.length === 0 ? 1 : 10 ** Math.floor(Math.log10(Math.min(...values)));
  const symbols = ["circle", "rect", "triangle", "diamond"];
  const axis = (name, formatter) => ({
    type: "log", name, nameLocation: "middle", nameTextStyle: { color: colour("soft") }, splitLine: { lineStyle: { color: colour("line") } },
    axisLabel: { color: colour("soft"), formatter, hideOverlap: true },
  });
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    legend: { type: "scroll", data: curves.map(lab.curveName), top: 0, textStyle: { color: colour("ink") } },
    grid: { left: 8, right: 32, top: 36, bottom: 36, containLabel: true },
    tooltip: {
      trigger: "item", confine: true, renderMode: "richText",
      formatter: point => point.seriesName + "\n" + lab.number(point.data.size) + " " + curves[0].grows + ": " + text(point.data.exact),
    },
    xAxis: { ...axis(narrow ? "" : curves[0].grows, value => lab.number(value).replace(/\.0+(?=\D|$)/, "")), nameGap: 26 },
    yAxis: { ...axis("", value => text(value).replace(/\.0+(?=\D|$)/, "")), min: floor },
    series: curves.map((curve, i) => ({
      name: lab.curveName(curve), type: "line", symbol: symbols[Math.floor(i / 4) % 4], symbolSize: 7,
      itemStyle: { color: colour("bar" + (i % 4 + 1)) }, lineStyle: { type: ["solid", "dashed", "dotted"][Math.floor(i / 16) % 3] },
      data: curve.points.map(point => ({ value: [point.size, Math.max(point.value, floor)], size: point.size, exact: point.value })),
    })),
  };
};

lab.growth = () => {
  const all = lab.results.scale ?? [];
  const shown = lab.section("scale", "scale-table", "How cost grows", all, [
    { title: "Figure", wraps: true, text: curve => curve.figure },
    { title: "Of", wraps: true, text: lab.curveName },
    { title: "By size", wraps: true, text: curve => curve.points.map(point =>
      lab.number(point.size) + " " + curve.grows + ": " + lab.unit[curve.unit](point.value) + lab.stealMark(point)).join(", ") },
    { title: "Runs", wraps: true, text: curve => curve.server ?? "" },
    { title: "Status", wraps: true, text: curve => curve.status + (curve.reason ? ": " + curve.reason : ""), bad: curve => curve.status === "failed" },
  ]);
  if (!shown) return;
  const figures = [...new Set(all.filter(curve => curve.points.length > 0).map(curve => curve.part + ": " + curve.figure))];
  const choice = document.getElementById("scale-figure");
  choice.append(...figures.map(figure => lab.element("option", {}, figure)));
  const chosen = () => all.filter(curve => curve.part + ": " + curve.figure === choice.value && curve.points.length > 0);
  const box = document.getElementById("scale-chart");
  if (figures.length === 0) {
    box.remove();
    choice.parentElement.hidden = true;
    return;
  }
  const label = () => {
    const names = chosen().map(lab.curveName).join("; ");
    box.setAttribute("aria-label", "Line chart of " + choice.value + " by " + chosen()[0].grows + ", of " + names + ". All figures are in the table that follows.");
    document.getElementById("scale-caption").textContent = choice.value + ", by " + chosen()[0].grows + ".";
  };
  label();
  const draw = lab.mount(box, 380, narrow => lab.curvesOption(chosen(), narrow));
  choice.addEventListener("change", () => { label(); draw(); });
  lab.deployment(all);
};

/** What nodes of a deployment need that take their worker ids from one source, by the curves of a run. */
lab.needs = (curves, source, nodes, rate, reservation) => {
  const log2 = value => Math.ceil(Math.log2(value) - 1e-9);
  const bits = Math.max(0, log2(nodes / 0.99));
  const sequence = Math.max(0, log2(Math.max(1, rate / 1000)));
  const room = Math.max(0, 22 - sequence);
  const renewals = 3 * nodes / reservation;
  const of = figure => curves.filter(curve => curve.part === "leases" && curve.figure === figure
    && curve.subject === source && curve.points.length > 0);
  const costsOf = of("CPU of the server for a renewal");
  if (costsOf.length === 0) return null;
  // Nodes have a source each; one process with all worker ids renews together what its server can.
  const isOfNodes = curve => curve.series.endsWith(", a source each");
  const ofNodes = costsOf.filter(isOfNodes);
  const together = ofNodes.length === 0;
  const all = together ? costsOf : ofNodes;
  // As far as none of the leases was late: what more of them cost that server is no cost of keeping them.
  const isLate = (series, size) => of("leases ever past their bound").some(late => late.series === series
    && late.points.some(point => point.size === size && point.value > 0));
  const kept = all.map(curve => ({ ...curve, points: curve.points.filter(point => !isLate(curve.series, point.size)) }))
    .filter(curve => curve.points.length > 0);
  const costs = kept.length === 0 ? all : kept;
  const most = curve => curve.points.at(-1).size;
  const seconds = curve => Number(curve.series.replace(/\D/g, ""));
  // The longest up to the one that is asked for, since a connection costs what it does however seldom a renewal comes.
  const nearness = curve => seconds(curve) <= reservation ? seconds(curve) : -seconds(curve);
  const nearest = (one, other) => nearness(other) > nearness(one) ? other : one;
  // A shorter reservation asks more of the server, so what it keeps there it keeps here.
  const enough = kept.filter(curve => most(curve) >= nodes && seconds(curve) <= reservation);
  const measured = enough.length === 0 ? null : enough.reduce(nearest);
  const cost = measured ?? costs.reduce((one, other) => most(other) === most(one) ? nearest(one, other) : most(other) > most(one) ? other : one);
  const point = cost.points.find(each => each.size >= nodes) ?? cost.points.at(-1);
  const cores = renewals * point.value / 1e9;
  // Where some renewals came late, the server did all that it can; where none did, nobody knows.
  const capacity = Math.min(Infinity, ...of("leases ever past their bound").filter(late => isOfNodes(late) !== together).flatMap(late => late.points.filter(each => each.value > 0)
    .flatMap(each => of("renewals a second").filter(curve => curve.series === late.series)
      .flatMap(curve => curve.points.filter(done => done.size === each.size).map(done => done.value)))));
  return {
    bits, sequence, namespaces: 2 ** Math.max(0, bits - room), renewals, cores,
    servers: Math.max(1, Math.ceil(Math.max(cores / 0.5, renewals / capacity))), together, extrapolated: !measured,
  };
};

lab.deployment = curves => {
  const sources = [...new Set(curves.filter(curve => curve.part === "leases" && curve.figure === "CPU of the server for a renewal"
    && curve.points.length > 0).map(curve => curve.subject))];
  if (sources.length === 0) return;
  document.getElementById("needs-of-nodes").hidden = false;
  const source = document.getElementById("lease-source");
  source.append(...sources.map(name => lab.element("option", {}, name)));
  const number = id => document.getElementById(id).valueAsNumber;
  const show = () => {
    const list = document.getElementById("deployment-needs");
    const given = [number("deployed"), number("node-rate"), number("reservation")];
    if (given.some(value => !(value >= 1))) {
      list.replaceChildren(...lab.pairs([["needs", "all three must be numbers from 1"]]));
      return;
    }
    const needs = lab.needs(curves, source.value, ...given);
    list.replaceChildren(...lab.pairs([
      ["worker bits", String(needs.bits)], ["sequence bits", String(needs.sequence)],
      ["namespaces", lab.number(needs.namespaces)],
      ["renewals a second", lab.number(needs.renewals)], ["cores of the servers", lab.figure(needs.cores)],
      ["servers, half a core of each, and all in time", lab.number(needs.servers)],
      ["measured", needs.extrapolated ? "no: extrapolated from the most worker ids that were held, with none late if there are such" : "yes, with as many worker ids or more, at this reservation or a shorter one"],
      ["cost of a renewal", needs.together ? "that of one process with all worker ids, which renews together what its server can: nodes with one each send a request for each renewal, and cost more"
        : "that of nodes with a source and one worker id each"],
    ]));
  };
  document.getElementById("deployment").addEventListener("input", show);
  document.getElementById("deployment").addEventListener("submit", event => event.preventDefault());
  show();
};
