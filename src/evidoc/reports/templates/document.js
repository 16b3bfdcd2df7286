(function () {
  "use strict";
  var root = document.documentElement, form = document.getElementById("filters"), chosen = null;
  root.classList.add("js");

  function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }

  var pages = all("figure.page"), entries = all("#blocks > li"), list = document.querySelector(".list");
  var words = entries.map(function (entry) { return entry.textContent.toLowerCase(); });
  var here = document.getElementById("here"), shown = document.getElementById("shown"), empty = document.querySelector(".empty");

  function parts(id) { return all('[data-b="' + id + '"]'); }

  function toggle(id, name, is) { parts(id).forEach(function (part) { part.classList.toggle(name, is); }); }

  function isApart() { return getComputedStyle(list).overflowY === "auto"; }

  function showEntry(entry) {
    if (!isApart()) { entry.scrollIntoView({ block: "nearest" }); return; }
    list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - 44;
  }

  function choose(id, from) {
    if (chosen !== null) { toggle(chosen, "chosen", false); }
    entries.forEach(function (entry) { entry.removeAttribute("aria-current"); });
    chosen = id;
    if (id === null) { return; }
    toggle(id, "chosen", true);
    var entry = document.getElementById("block-" + id), box = document.getElementById("at-" + id) || parts(id)[0];
    if (entry) { entry.setAttribute("aria-current", "true"); }
    if (from !== "list" && entry) { showEntry(entry); }
    if (from !== "page" && box && box !== entry) { box.scrollIntoView({ block: "center" }); }
    history.replaceState(null, "", "#block-" + id);
  }

  function partOf(event) {
    var part = event.target.closest ? event.target.closest("[data-b]") : null;
    return part && (part.closest(".list") || part.closest("figure")) ? part : null;
  }

  document.addEventListener("mouseover", function (event) {
    var part = partOf(event);
    if (part) { toggle(part.getAttribute("data-b"), "lit", true); }
  });
  document.addEventListener("mouseout", function (event) {
    var part = partOf(event);
    if (part) { toggle(part.getAttribute("data-b"), "lit", false); }
  });
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href^='#']"), part = partOf(event);
    if (!part || event.target.closest("summary, .scroll, .turn")) { return; }
    var other = link && link.getAttribute("href").indexOf("#block-") === 0 && part.closest(".list");
    var id = other ? link.getAttribute("href").slice(7) : part.getAttribute("data-b");
    if (link) { event.preventDefault(); }
    choose(id, other ? "" : part.closest(".list") ? "list" : "page");
  });

  function current() {
    var middle = window.innerHeight / 3, at = 0;
    pages.forEach(function (page, index) { if (page.getBoundingClientRect().top <= middle) { at = index; } });
    return at;
  }

  function showFirst(page) {
    var highest = null;
    all(".frames rect", page).forEach(function (rect) {
      if (!highest || Number(rect.getAttribute("y")) + 10 < Number(highest.getAttribute("y"))) { highest = rect; }
    });
    var entry = highest && document.getElementById("block-" + highest.parentNode.getAttribute("data-b"));
    if (entry && isApart()) { showEntry(entry); }
  }

  var told = 0;

  function tell() {
    var at = current(), page = pages[at];
    here.textContent = "page " + page.getAttribute("data-page") + " of " + here.getAttribute("data-all");
    if (at !== told && !list.matches(":hover") && !page.querySelector(".chosen")) { showFirst(page); }
    told = at;
  }

  function step(by) {
    var page = pages[current() + by];
    if (!page) { return; }
    page.scrollIntoView({ block: "start" });
    showFirst(page);
  }

  function stepBlock(by) {
    var visible = entries.filter(function (entry) { return !entry.hidden && entry.offsetParent; });
    var at = visible.findIndex(function (entry) { return entry.getAttribute("data-b") === chosen; });
    var entry = visible[at < 0 ? (by > 0 ? 0 : -1) : at + by];
    if (entry) { choose(entry.getAttribute("data-b"), ""); }
  }

  function filter() {
    var off = {}, wish = form.elements.words.value.trim().toLowerCase(), number = 0;
    all("input[name=kind]", form).forEach(function (box) {
      if (!box.checked) { off[box.value] = true; }
      root.classList.toggle("no-" + box.value, !box.checked);
    });
    all("input[name=layer]", form).forEach(function (box) { root.classList.toggle("without-" + box.value, !box.checked); });
    entries.forEach(function (entry, index) {
      var kind = entry.className.match(/k-(\w+)/)[1];
      entry.hidden = Boolean(off[kind]) || (wish && words[index].indexOf(wish) < 0) || (form.elements.flagged.checked && !entry.hasAttribute("data-flagged"));
      number += entry.hidden ? 0 : 1;
    });
    shown.textContent = number === entries.length ? String(number) : number + " of " + entries.length;
    empty.hidden = number > 0;
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  [["all", true], ["none", false]].forEach(function (pair) {
    document.getElementById(pair[0]).addEventListener("click", function () {
      all("input[name=kind]", form).forEach(function (box) { box.checked = pair[1]; });
      filter();
    });
  });
  all("[data-step]").forEach(function (button) {
    button.addEventListener("click", function () { step(Number(button.getAttribute("data-step"))); });
  });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox")) { return; }
    if (event.key === "n") { step(1); } else if (event.key === "p") { step(-1); }
    else if (event.key === "j") { stepBlock(1); } else if (event.key === "k") { stepBlock(-1); }
    else if (event.key === "Escape") { choose(null); }
  });
  if (here) {
    here.setAttribute("data-all", here.textContent.split(" of ")[1]);
    window.addEventListener("scroll", tell, { passive: true });
    tell();
  }
  filter();
  var asked = location.hash.match(/^#(?:block|at)-(\d+)$/);
  if (asked && document.getElementById("block-" + asked[1])) { choose(asked[1], ""); }
}());
