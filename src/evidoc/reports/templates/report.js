"use strict";
(function () {
  var root = document.documentElement;
  root.classList.add("js");

  function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }

  function hint() {
    all(".scroll").forEach(function (box) { box.classList.toggle("overflows", box.scrollWidth > box.clientWidth + 2); });
  }
  hint();
  window.addEventListener("resize", hint);

  all("table.sortable").forEach(function (table) {
    var heads = all("thead th", table);
    heads.forEach(function (head, column) {
      head.querySelector("button").addEventListener("click", function () {
        var text = head.hasAttribute("data-text");
        var now = head.getAttribute("aria-sort");
        var way = now ? (now === "descending" ? 1 : -1) : (text ? 1 : -1);
        var rows = all("tbody tr", table);
        rows.sort(function (a, b) {
          var x = a.children[column].getAttribute("data-value"), y = b.children[column].getAttribute("data-value");
          return way * (text ? x.localeCompare(y) : Number(x) - Number(y));
        });
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", way === 1 ? "ascending" : "descending");
        rows.forEach(function (row) { row.parentNode.appendChild(row); });
      });
    });
  });

  all(".switch button").forEach(function (button) {
    button.addEventListener("click", function () {
      all(".switch button").forEach(function (other) { other.setAttribute("aria-pressed", String(other === button)); });
      all("#slices span[data-metric]").forEach(function (span) {
        span.hidden = span.getAttribute("data-metric") !== button.getAttribute("data-metric");
      });
    });
  });

  var form = document.getElementById("filters");
  if (!form) { return; }
  var links = all(".case-list a"), shown = document.getElementById("shown"), empty = document.querySelector(".case-views .empty");
  var cases = links.map(function (link) {
    var view = document.getElementById(link.getAttribute("href").slice(1));
    return {
      link: link, view: view, words: view.querySelector(".facts").textContent.toLowerCase(),
      glyphs: link.getAttribute("data-glyphs").trim().split(" "),
      outcomes: link.getAttribute("data-outcomes").trim().split(" "),
      scores: JSON.parse(link.getAttribute("data-scores"))
    };
  });
  var visible = cases, current = null;

  function show(one, focus) {
    if (current) { current.view.classList.remove("current"); current.link.removeAttribute("aria-current"); }
    current = one;
    empty.hidden = Boolean(one);
    if (!one) { return; }
    one.view.classList.add("current");
    one.link.setAttribute("aria-current", "true");
    if (focus) { one.link.scrollIntoView({ block: "nearest" }); history.replaceState(null, "", "#" + one.view.id); }
  }

  function fits(one, wish) {
    if (wish.words && one.words.indexOf(wish.words) < 0) { return false; }
    var systems = wish.system === "" ? one.glyphs.map(function (_, index) { return index; }) : [Number(wish.system)];
    if (wish.result === "disagree" && !one.link.hasAttribute("data-disagree")) { return false; }
    return systems.some(function (system) {
      if (wish.result && wish.result !== "disagree" && one.glyphs[system] !== wish.result) { return false; }
      if (wish.outcome && one.outcomes[system] !== wish.outcome) { return false; }
      if (wish.from === "" && wish.to === "") { return true; }
      var score = one.scores[wish.metric][system];
      if (score === null) { return false; }
      return (wish.from === "" || 100 * score >= Number(wish.from) - 1e-7) && (wish.to === "" || 100 * score <= Number(wish.to) + 1e-7);
    });
  }

  function filter() {
    var wish = {};
    ["system", "result", "outcome", "metric", "from", "to", "words"].forEach(function (name) { wish[name] = form.elements[name].value.trim().toLowerCase(); });
    visible = cases.filter(function (one) {
      var fit = fits(one, wish);
      one.link.parentNode.hidden = !fit;
      return fit;
    });
    shown.textContent = visible.length + " of " + cases.length + (cases.length === 1 ? " case" : " cases");
    if (visible.indexOf(current) < 0) { show(visible[0] || null, false); }
  }

  function step(by) {
    var place = visible.indexOf(current) + by;
    if (place >= 0 && place < visible.length) { show(visible[place], true); }
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("reset", function () { setTimeout(filter, 0); });
  cases.forEach(function (one) {
    one.link.addEventListener("click", function (event) { event.preventDefault(); show(one, true); });
    all("li[data-evidence]", one.view).forEach(function (place) {
      ["mouseenter", "mouseleave"].forEach(function (kind) {
        place.addEventListener(kind, function () {
          all('g[data-evidence="' + Number(place.getAttribute("data-evidence")) + '"]', one.view).forEach(function (box) {
            box.classList.toggle("lit", kind === "mouseenter");
          });
        });
      });
    });
  });
  function enlarge(figure, button, large) {
    figure.classList.toggle("large", large);
    button.textContent = large ? "Close" : "Enlarge";
  }

  all("figure.page").forEach(function (figure) {
    var button = figure.querySelector(".enlarge");
    button.addEventListener("click", function () { enlarge(figure, button, !figure.classList.contains("large")); });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      all("figure.large").forEach(function (figure) { enlarge(figure, figure.querySelector(".enlarge"), false); });
    }
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) { return; }
    if (event.key === "j") { step(1); } else if (event.key === "k") { step(-1); }
  });
  var asked = cases.filter(function (one) { return "#" + one.view.id === location.hash; })[0];
  show(asked || cases[0] || null, false);
}());
