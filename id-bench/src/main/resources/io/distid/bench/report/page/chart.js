"use strict";
/* Bars on a logarithmic axis: what a chart shows is told by its series, {name, value(row), error(row)}, of the rows of lab.results,
   which are those of results.json: HtmlReport embeds them in the page, and results.js reads them there. */

/** References, what needs no server, and what runs on each: one group after the other, each sorted by the first series. */
lab.grouped = (rows, series, references) => {
  const most = row => Math.max(...series.map(each => each.value(row) ?? -Infinity));
  const group = (title, list) => {
    const shown = list.filter(row => most(row) > -Infinity).sort((a, b) => most(b) - most(a));
    return shown.length === 0 ? [] : [{ heading: title }, ...shown];
  };
  return [
    ...group("Reference", references),
    ...group("In-process", rows.filter(row => row.server === null)),
    ...lab.results.environment.servers.flatMap(server => group(server, rows.filter(row => row.server === server))),
  ];
};

lab.chartOption = (rows, series, axis, narrow) => {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue("--" + name).trim();
  const values = rows.flatMap(row => row.heading ? [] : series.map(each => each.value(row))).filter(value => value > 0);
  const lowest = Math.min(...values);
  const floor = 10 ** (Math.floor(Math.log10(lowest)) - (lowest < 2 * 10 ** Math.floor(Math.log10(lowest)) ? 1 : 0));
  const short = heading => narrow ? heading.replace(/ \(.*/, "") : heading;
  const label = row => row.heading ? "{heading|" + short(row.heading) + "}"
    : (row.status && !lab.library(row) ? "{own|" : "{other|") + (narrow ? row.name.replace(".", ".\n") : row.name) + "}";
  const bars = series.map((each, i) => ({
    name: each.name, type: "bar", barGap: "15%", barCategoryGap: "25%", itemStyle: { color: colour("bar" + (i % 4 + 1)) },
    data: rows.map(row => row.heading ? null : each.value(row) ?? null),
  }));
  const errors = series.map((each, i) => ({
    name: each.name, type: "custom", silent: true, z: 5, tooltip: { show: false }, encode: { x: [1, 2], y: 0 },
    data: rows.flatMap((row, y) => {
      const error = row.heading ? null : each.error?.(row) ?? null;
      return error === null ? [] : [[y, Math.max(each.value(row) - error, floor), each.value(row) + error]];
    }),
    renderItem: (params, api) => {
      const layout = api.barLayout({ barGap: "15%", barCategoryGap: "25%", count: series.length })[i];
      const [x1, middle] = api.coord([api.value(1), api.value(0)]);
      const x2 = api.coord([api.value(2), api.value(0)])[0];
      const y = middle + layout.offsetCenter;
      const line = (fromX, fromY, toX, toY) => ({
        type: "line", shape: { x1: fromX, y1: fromY, x2: toX, y2: toY }, style: { stroke: colour("ink"), lineWidth: 1 },
      });
      return { type: "group", children: [line(x1, y, x2, y), line(x1, y - 2, x1, y + 2), line(x2, y - 2, x2, y + 2)] };
    },
  }));
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    legend: { data: bars.map(bar => bar.name), top: 0, textStyle: { color: colour("ink") } },
    grid: { left: 8, right: 32, top: 36, bottom: 28, containLabel: true },
    tooltip: {
      trigger: "axis", axisPointer: { type: "shadow" }, confine: true, renderMode: "richText",
      formatter: points => {
        const row = rows[points[0].dataIndex];
        return row.heading ?? [row.name, ...series.filter(each => each.value(row) != null)
          .map(each => each.name + ": " + axis.text(each.value(row)))].join("\n");
      },
    },
    xAxis: {
      type: "log", min: floor, name: narrow ? "" : axis.name, nameLocation: "middle", nameGap: 26,
      nameTextStyle: { color: colour("soft") }, splitLine: { lineStyle: { color: colour("line") } },
      axisLabel: { color: colour("soft"), formatter: value => axis.text(value).replace(/\.0+(?=\D|$)/, ""), hideOverlap: true },
    },
    yAxis: {
      type: "category", inverse: true, data: rows.map((row, index) => index), axisTick: { show: false },
      axisLine: { lineStyle: { color: colour("soft") } },
      axisLabel: {
        interval: 0, formatter: index => label(rows[Number(index)]), width: narrow ? 125 : 260, overflow: "break", lineHeight: 13,
        rich: {
          heading: { fontWeight: "bold", color: colour("soft"), lineHeight: 13, fontSize: narrow ? 11 : 12 },
          own: { color: colour("ink"), fontWeight: "bold", lineHeight: 13, fontSize: narrow ? 11 : 12 },
          other: { color: colour("ink"), lineHeight: 13, fontSize: narrow ? 11 : 12 },
        },
      },
    },
    series: [...bars, ...errors],
  };
};

/** Draws into a box, now and whenever its width, the colours or the paper change; returns what draws it again. The option is made for a narrow box or a wide one. */
lab.mount = (box, height, option) => {
  const chart = echarts.init(box, null, { renderer: "svg", height });
  const draw = () => {
    chart.resize({ width: box.clientWidth });
    chart.setOption(option(box.clientWidth < 560), true);
  };
  draw();
  new ResizeObserver(() => { if (box.clientWidth !== chart.getWidth()) draw(); }).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  // Paper is white, whatever the screen is.
  addEventListener("beforeprint", () => { document.documentElement.classList.add("print"); draw(); });
  addEventListener("afterprint", () => { document.documentElement.classList.remove("print"); draw(); });
  return draw;
};

lab.draw = (box, rows, series, axis) => lab.mount(box, rows.length * (12 + 11 * series.length) + 90,
  narrow => lab.chartOption(rows, series, axis, narrow));

lab.throughputChart = () => {
  const box = document.getElementById("chart");
  const caption = document.getElementById("chart-caption");
  const measured = lab.results.strategies.filter(row => row.throughput.length > 0);
  if (measured.length === 0) {
    box.remove();
    caption.textContent = "No throughput was measured.";
    return;
  }
  const ranked = [...measured].sort((a, b) => lab.best(b).opsPerSecond - lab.best(a).opsPerSecond);
  const say = row => row.name + " (" + lab.number(lab.best(row).opsPerSecond) + " ids/s at " + lab.threads(lab.best(row).threads) + ")";
  const summary = ranked.length === 1 ? "Measured: " + say(ranked[0])
    : "Fastest of " + ranked.length + ": " + say(ranked[0]) + "; slowest: " + say(ranked.at(-1));
  box.setAttribute("aria-label", "Bar chart of throughput on a logarithmic axis. " + summary
    + ". All figures are in the table that follows.");
  caption.textContent = summary + ". Thin lines: 99.9 % confidence interval. The axis is logarithmic: each step is ten times the one before."
    + (ranked.some(lab.library) ? " In bold: distid; the others are its peers." : "");
  const series = lab.charted.map(count => ({
    name: lab.threads(count), value: row => lab.at(row, count)?.opsPerSecond, error: row => lab.at(row, count)?.error ?? null,
  }));
  lab.draw(box, lab.grouped(lab.results.strategies, series, lab.results.environment.references), series,
    { name: "ids/s, logarithmic", text: lab.number });
};

lab.latencyChart = () => {
  const box = document.getElementById("latency-chart");
  const of = row => row.latency?.find(each => each.arrivals !== null);
  const rows = lab.results.strategies.filter(of);
  if (rows.length === 0) return;
  const series = [["median", "p50"], ["99 %", "p99"], ["99.99 %", "p9999"], ["longest", "max"]]
    .map(([name, key]) => ({ name, value: row => of(row)?.[key] || null }))
    .filter(each => rows.some(each.value));
  box.setAttribute("aria-label", "Bar chart of latency percentiles on a logarithmic axis; all figures are in the table that follows.");
  lab.draw(box, lab.grouped(rows, series, []), series, { name: "time of a call from when it was due, logarithmic", text: lab.nanos });
};
