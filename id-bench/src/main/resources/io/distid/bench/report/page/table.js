"use strict";
/* Tables whose column titles are buttons that sort. */

/**
 * Fills a table. A column is {title, text(row), value(row), numeric, wraps, bad(row)}; the first column heads its row.
 * Rows without a value stay at the end, whichever way they are sorted.
 */
lab.table = (id, caption, columns, rows) => {
  const table = document.getElementById(id);
  const body = lab.element("tbody", {});
  const titles = columns.map(column => {
    const button = lab.element("button", { type: "button" }, column.title);
    const title = lab.element("th", { scope: "col", class: column.numeric ? "number" : "" }, button);
    button.addEventListener("click", () => {
      const first = column.numeric ? "descending" : "ascending";
      const other = column.numeric ? "ascending" : "descending";
      const direction = title.getAttribute("aria-sort") === first ? other : first;
      titles.forEach(each => each.removeAttribute("aria-sort"));
      title.setAttribute("aria-sort", direction);
      fill(lab.sorted(rows, column, direction));
    });
    return title;
  });
  const fill = list => body.replaceChildren(...list.map(row => lab.element("tr", {}, ...columns.map((column, i) => {
    const kinds = [column.numeric ? "number" : "", column.wraps ? "text" : "", column.bad?.(row) ? "bad" : ""].join(" ").trim();
    return lab.element(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : { class: kinds }, column.text(row));
  }))));
  fill(rows);
  table.replaceChildren(lab.element("caption", { class: "unseen" }, caption),
    lab.element("thead", {}, lab.element("tr", {}, ...titles)), body);
};

lab.sorted = (rows, column, direction) => {
  const sign = direction === "ascending" ? 1 : -1;
  const value = column.value ?? column.text;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    const missing = each => each === null || each === undefined || each === "";
    if (missing(x) || missing(y)) return missing(x) - missing(y);
    return sign * (typeof x === "number" ? x - y : String(x).localeCompare(String(y), "en"));
  });
};
