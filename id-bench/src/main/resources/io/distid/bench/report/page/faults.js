"use strict";
/* The table of faults: a matrix for each group, whose cells open their stories. */

lab.verdictWord = verdict => verdict === "NOT_APPLICABLE" ? "n/a" : lab.words(verdict);
lab.verdictClass = verdict => lab.verdictWord(verdict).replace(/[^a-z]/g, "-");
lab.seconds = millis => (millis / 1000).toFixed(3) + " s";
lab.counted = count => count.toLocaleString("en");

/** What an event of a story is, by the words that the run has for it; what is none of the others is the fault. */
lab.eventKind = what => what.startsWith("first repeat") ? "repeats"
  : /(is refused|answers by errors|does not answer)/.test(what) ? "stops"
    : /(opens, process|gives out ids)/.test(what) ? "unique" : "fault";

/** Where in time the events of a story lie, as dots on a line; the list beneath tells the same in words. */
lab.track = story => {
  const from = story[0].millis;
  const length = Math.max(1, story.at(-1).millis - from);
  return lab.element("div", { class: "track", "aria-hidden": "true" }, ...story.map(event => lab.element("span", {
    class: lab.eventKind(event.what), style: "left: " + (100 * (event.millis - from) / length).toFixed(2) + "%",
  })));
};

lab.cellFacts = cell => [
  ["Fault", cell.reason],
  ...cell.ids === 0 ? [] : [
    ["Issued", lab.counted(cell.ids) + " ids compared; at least " + lab.counted(cell.plan.idsBefore) + " of each node came before the fault"],
    ["Repeats", cell.repeats === 0 ? "none" : lab.counted(cell.repeats)],
    ...cell.firstRepeat ? [["First repeat", cell.firstRepeat]] : [],
    ["Order claimed", cell.claimedOrder === null ? "none" : lab.words(cell.claimedOrder)
      + (cell.claimedOrder === "NONE" ? "" : cell.brokenOrder ? ": broken: " + cell.brokenOrder : ": held")],
    ...cell.longestGapMillis === null ? [] : [["Longest time without ids", lab.seconds(cell.longestGapMillis)]],
    ["Recovery", cell.wentOn ? "ids went on by themselves" : "ids did not go on by themselves"],
    ["Errors", Object.entries(cell.errors).map(([type, count]) => lab.counted(count) + " " + type).join(", ") || "none"],
  ],
  ...cell.canRepeat ? [["What can repeat", cell.canRepeat]] : [],
  ...cell.documented ? [["Documentation", cell.documented]] : [],
  ...cell.contradiction ? [[cell.library ? "Claim that does not hold" : "CONTRADICTION", cell.contradiction]] : [],
];

lab.cellStory = (cell, sentence) => {
  const facts = lab.cellFacts(cell).map(([term, text]) => [
    lab.element("dt", {}, term === "Fault" && cell.verdict === "NOT_SHOWN" ? "Not shown, since"
      : term === "Fault" && cell.verdict === "NOT_APPLICABLE" ? "Not applicable, since" : term === "Fault" ? "Proof" : term),
    lab.element("dd", { class: term === "CONTRADICTION" || term === "First repeat" ? "bad" : "" }, text),
  ]).flat();
  return lab.element("div", { class: "story" },
    lab.element("h4", {}, cell.subject + " under " + cell.fault + ": " + lab.verdictWord(cell.verdict)),
    lab.element("p", {}, sentence + (cell.library ? " (" + cell.library + ")" : "")),
    ...cell.story.length === 0 ? [] : [
      lab.track(cell.story),
      lab.element("ol", { class: "events" }, ...cell.story.map(event => lab.element("li", { class: lab.eventKind(event.what) },
        lab.element("span", { class: "time" }, lab.seconds(event.millis)), " " + event.what))),
    ],
    lab.element("dl", { class: "facts" }, ...facts));
};

/** A cell is a button; its story is a row of its own beneath the row, one at a time for each row. */
lab.faultCell = (cell, fault, columns) => {
  const word = lab.verdictWord(cell.verdict) + (cell.brokenOrder ? " ~" : "");
  const id = "story " + cell.fault + " " + cell.subject;
  const button = lab.element("button", {
    type: "button", "aria-expanded": "false", "aria-controls": id.replaceAll(" ", "-"),
    "aria-label": word + ": " + cell.subject + " under " + cell.fault,
  }, word);
  const td = lab.element("td", { class: lab.verdictClass(cell.verdict) }, button);
  const close = () => {
    td.parentElement.nextElementSibling?.closest("tr.opened")?.remove();
    td.parentElement.querySelectorAll("button").forEach(each => each.setAttribute("aria-expanded", "false"));
  };
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") === "true";
    close();
    if (!open) {
      button.setAttribute("aria-expanded", "true");
      td.parentElement.after(lab.element("tr", { class: "opened", id: id.replaceAll(" ", "-") },
        lab.element("td", { colspan: String(columns) }, lab.cellStory(cell, fault.sentence))));
    }
  });
  button.addEventListener("keydown", event => {
    if (event.key === "Escape") close();
  });
  return td;
};

lab.faultGroup = ({ table }, group) => {
  const title = "faults-" + group.name;
  const columns = group.faults.length + 1;
  const row = subject => {
    const cells = table.cells.filter(cell => cell.subject === subject);
    const library = subject === table.control ? "the control" : cells.find(cell => cell.library)?.library;
    return lab.element("tr", {},
      lab.element("th", { scope: "row" }, subject, ...library ? [" ", lab.element("span", { class: "soft" }, library)] : []),
      ...group.faults.map(fault => {
        const cell = cells.find(each => each.fault === fault.name);
        return cell ? lab.faultCell(cell, fault, columns) : lab.element("td", {});
      }));
  };
  return [
    lab.element("h3", { id: title }, group.name[0].toUpperCase() + group.name.slice(1)),
    lab.element("div", { class: "scroll", role: "region", "aria-labelledby": title, tabindex: "0" },
      lab.element("table", { class: "faults" },
        lab.element("caption", { class: "unseen" }, "What faults of the group " + group.name + " do to ids"),
        lab.element("thead", {}, lab.element("tr", {}, lab.element("th", { scope: "col" }, "Ids of"),
          ...group.faults.map(fault => lab.element("th", { scope: "col", title: fault.sentence },
            fault.name.slice(fault.name.indexOf("-") + 1))))),
        lab.element("tbody", {}, ...table.subjects.map(row)))),
    lab.element("details", {}, lab.element("summary", {}, "What is done"),
      lab.element("dl", {}, ...lab.pairs(group.faults.map(fault => [fault.name, fault.sentence])))),
  ];
};

lab.faultsSection = () => {
  const faults = lab.read("faults-data");
  document.getElementById("faults").hidden = faults === null;
  document.querySelectorAll("nav a[href='#faults']").forEach(link => { link.hidden = faults === null; });
  if (faults === null) return;
  const { table } = faults;
  document.getElementById("faults-say").append(
    lab.element("p", { class: faults.unproven ? "warning" : "" },
      faults.unproven ?? "The control, " + table.control + ", repeats where it must, so repeats are found where there are some."),
    ...faults.unshown ? [lab.element("p", { class: "warning" }, faults.unshown)] : [],
    ...faults.contradictions.length === 0
      ? [lab.element("p", {}, "No claim of distid is contradicted.")]
      : [lab.element("div", { class: "warning" }, lab.element("strong", {}, "Claims of distid that do not hold"),
        lab.element("ul", {}, ...faults.contradictions.map(line => lab.element("li", {}, line))))]);
  document.getElementById("faults-groups").append(...faults.groups.flatMap(group => lab.faultGroup(faults, group)));
  document.getElementById("faults-reasons").hidden = faults.notShown.length === 0;
  document.querySelector("#faults-reasons ul").append(...faults.notShown.map(reason =>
    lab.element("li", {}, reason.text + (reason.cells === 1 ? "" : " (" + reason.cells + " cells)"))));
  document.getElementById("faults-run").textContent = ["Run on " + table.date, "revision " + table.gitRevision,
    "profile " + table.profile, "seed " + table.seed, table.machine.cores + " cores of " + table.machine.cpu, table.machine.jvm,
    ...table.servers].join(", ") + ".";
};
