"use strict";
/* What the page tells of is embedded as JSON. */
const lab = {
  read: id => {
    const data = document.getElementById(id);
    return data === null ? null : JSON.parse(data.textContent);
  },
};
