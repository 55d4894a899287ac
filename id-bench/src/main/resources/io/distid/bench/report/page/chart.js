"use strict";
/* Throughput as bars on a logarithmic axis, with the confidence interval on each. */

lab.chartRows = () => {
  const { environment, strategies } = lab.results;
  const byRate = (a, b) => lab.best(b).opsPerSecond - lab.best(a).opsPerSecond;
  const group = (title, rows) => {
    const shown = rows.filter(row => row.throughput.length > 0).sort(byRate);
    return shown.length === 0 ? [] : [{ heading: title }, ...shown];
  };
  return [
    ...group("Reference", environment.references),
    ...group("In-process", strategies.filter(row => row.server === null)),
    ...environment.servers.flatMap(server => group(server, strategies.filter(row => row.server === server))),
  ];
};

lab.chartOption = (rows, narrow) => {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue("--" + name).trim();
  const lowest = Math.min(...rows.flatMap(row => row.throughput ?? []).map(rate => rate.opsPerSecond));
  const floor = 10 ** (Math.floor(Math.log10(lowest)) - (lowest < 2 * 10 ** Math.floor(Math.log10(lowest)) ? 1 : 0));
  const label = index => rows[index].heading ? "{heading|" + (narrow ? rows[index].heading.replace(/ \(.*/, "") : rows[index].heading) + "}" : narrow ? rows[index].name.replace(".", ".\n") : rows[index].name;
  const bars = lab.counts.map((count, i) => ({
    name: lab.threads(count), type: "bar", barGap: "15%", barCategoryGap: "25%",
    itemStyle: { color: colour("bar" + (i % 4 + 1)) },
    data: rows.map(row => row.heading ? null : lab.at(row, count)?.opsPerSecond ?? null),
  }));
  const errors = lab.counts.map((count, i) => ({
    name: lab.threads(count), type: "custom", silent: true, z: 5, tooltip: { show: false },
    encode: { x: [1, 2], y: 0 },
    data: rows.flatMap((row, y) => {
      const rate = row.heading ? null : lab.at(row, count);
      return !rate || rate.error === null ? []
        : [[y, Math.max(rate.opsPerSecond - rate.error, floor), rate.opsPerSecond + rate.error]];
    }),
    renderItem: (params, api) => {
      const layout = api.barLayout({ barGap: "15%", barCategoryGap: "25%", count: lab.counts.length })[i];
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
        return row.heading ?? [row.name, ...row.throughput.map(rate => lab.threads(rate.threads) + ": " + lab.rate(rate))].join("\n");
      },
    },
    xAxis: {
      type: "log", min: floor, name: narrow ? "" : "ids/s, logarithmic", nameLocation: "middle", nameGap: 26,
      nameTextStyle: { color: colour("soft") }, splitLine: { lineStyle: { color: colour("line") } },
      axisLabel: { color: colour("soft"), formatter: value => lab.number(value).replace(/\.0+/, ""), hideOverlap: true },
    },
    yAxis: {
      type: "category", inverse: true, data: rows.map((row, index) => index), axisTick: { show: false },
      axisLine: { lineStyle: { color: colour("soft") } },
      axisLabel: {
        color: colour("ink"), interval: 0, formatter: index => label(Number(index)), fontSize: narrow ? 11 : 12,
        width: narrow ? 125 : 260, overflow: "break", lineHeight: 13,
        rich: { heading: { fontWeight: "bold", color: colour("soft"), lineHeight: 13 } },
      },
    },
    series: [...bars, ...errors],
  };
};

lab.chart = () => {
  const box = document.getElementById("chart");
  const rows = lab.chartRows();
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
  caption.textContent = summary + ". Thin lines: 99.9 % confidence interval. The axis is logarithmic: each step is ten times the one before.";
  const chart = echarts.init(box, null, { renderer: "svg", height: rows.length * (12 + 11 * lab.counts.length) + 90 });
  const draw = () => {
    chart.resize({ width: box.clientWidth });
    chart.setOption(lab.chartOption(rows, box.clientWidth < 560), true);
  };
  draw();
  new ResizeObserver(() => { if (box.clientWidth !== chart.getWidth()) draw(); }).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  // Paper is white, whatever the screen is.
  addEventListener("beforeprint", () => { document.documentElement.classList.add("print"); draw(); });
  addEventListener("afterprint", () => { document.documentElement.classList.remove("print"); draw(); });
};
