"use strict";
/* Elements of the page. */

/** An element; children are elements or text. */
lab.element = (name, attributes, ...children) => {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
};

/** Terms and what is said of them, for a list of definitions. */
lab.pairs = pairs => pairs.flatMap(([term, text]) => [lab.element("dt", {}, term), lab.element("dd", {}, text)]);
