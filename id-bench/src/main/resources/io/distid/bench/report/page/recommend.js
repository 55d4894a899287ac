"use strict";
/* From three answers to one strategy with what to copy. Each combination was evaluated when the page was written. */

lab.recommender = () => {
  const { questions, outcomes } = lab.read("choice-data");
  const form = document.getElementById("three");
  form.append(...questions.map(question => lab.element("div", { class: "field" },
    lab.element("label", { for: "three-" + question.name }, question.text),
    lab.element("select", { id: "three-" + question.name },
      ...question.answers.map(answer => lab.element("option", { value: answer.name }, answer.text))))));
  const show = () => {
    const answered = name => document.getElementById("three-" + name).value;
    const { recommendation } = outcomes.find(each => questions.every(({ name }) => each.answers[name] === answered(name)));
    const copied = (title, lines) => [lab.element("h4", {}, title), lab.element("pre", { tabindex: "0" }, lines.join("\n"))];
    document.getElementById("recommended").replaceChildren(
      lab.element("h3", {}, "Take ", lab.element("code", {}, recommendation.strategy)),
      lab.element("p", {}, recommendation.why.join(" ")),
      ...copied("Settings", recommendation.settings),
      ...copied("Java", [recommendation.java]),
      ...copied("Dependency", recommendation.dependencies));
  };
  form.addEventListener("change", show);
  form.addEventListener("submit", event => event.preventDefault());
  show();
};
