(function () {
  "use strict";
  var form = document.getElementById("rating"), root = document.documentElement;
  root.classList.add("js");
  if (!form) { return; }

  function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }

  var comment = form.elements.comment, why = document.getElementById("why"), ordinarily = why.textContent;
  var groups = all(".levels", form), dirty = false, sent = false, shown = 0, since = document.hidden ? null : Date.now();
  var before = Number(form.elements.seconds.value) || 0;

  function chosen(name) {
    var radio = form.querySelector('input[type=radio][name="' + name + '"]:checked');
    return radio ? radio.value : "";
  }

  function titleOf(radio) { return radio.closest(".levels").querySelector(".name").textContent; }

  /* What must be filled in follows from what is: the same rules as on the other side, said before anything is sent. */
  function follow() {
    all("[data-with]", form).forEach(function (part) {
      var wishes = part.getAttribute("data-with");
      if (!wishes) { return; }
      var needed = wishes.split("|").some(function (wish) { var at = wish.indexOf("="); return chosen(wish.slice(0, at)) === wish.slice(at + 1); });
      part.classList.toggle("not-asked", !needed);
      all("input, textarea", part).forEach(function (input) { input.required = needed; });
    });
    var low = all("input[data-why]:checked", form).map(function (radio) { return titleOf(radio) + " is " + radio.value; });
    var marks = all(".passage input", form), marked = marks.filter(function (box) { return box.checked; }).length;
    var reason = low.length ? "Please say why: " + low.join(", ") + "." : "";
    if (!reason && form.querySelector(".passages") && !marked) { reason = "Nothing is marked: mark a passage, or say here that none helps."; }
    why.textContent = low.length ? "needed: " + low.join(", ") : ordinarily;
    comment.required = Boolean(reason);
    comment.setCustomValidity(reason && !comment.value.trim() ? reason : "");
    var output = document.getElementById("marked");
    if (output) { output.textContent = marked + " marked"; }
    marks.forEach(function (box) { boxes(box.value).forEach(function (rect) { rect.classList.toggle("marked", box.checked); }); });
  }

  function boxes(label) { return all(".paper [data-mark]").filter(function (part) { return part.getAttribute("data-mark") === label; }); }

  function light(label, is) { all("[data-mark]").forEach(function (part) { if (part.getAttribute("data-mark") === label) { part.classList.toggle("lit", is); } }); }

  ["mouseover", "mouseout", "focusin", "focusout"].forEach(function (kind) {
    document.addEventListener(kind, function (event) {
      var part = event.target.closest && event.target.closest("[data-mark]");
      if (part) { light(part.getAttribute("data-mark"), kind === "mouseover" || kind === "focusin"); }
    });
  });

  var pages = document.querySelector(".pages");
  function bring(part) {
    if (!part || !pages) { return; }
    if (getComputedStyle(pages).overflowY !== "auto") { part.scrollIntoView({ block: "center" }); return; }
    pages.scrollTop += part.getBoundingClientRect().top - pages.getBoundingClientRect().top - pages.clientHeight / 4;
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest(".snippets a[href^='#'], .tree tr[data-mark]");
    var label = link && link.closest("[data-mark]").getAttribute("data-mark");
    var box = label && boxes(label)[0];
    if (box) { event.preventDefault(); bring(box); return; }
    var rect = event.target.closest(".can-mark rect");
    var tick = rect && all(".passage input", form).find(function (one) { return one.value === rect.getAttribute("data-mark"); });
    if (tick) { tick.checked = !tick.checked; dirty = true; tick.closest(".passage").scrollIntoView({ block: "nearest" }); follow(); }
  });
  if (pages) { bring(all("rect[data-mark='1']", pages)[0]); }

  /* Time counts while the page can be seen. */
  function count() { if (since !== null) { shown += Date.now() - since; since = document.hidden ? null : Date.now(); } else if (!document.hidden) { since = Date.now(); } }
  document.addEventListener("visibilitychange", count);

  form.addEventListener("input", function () { dirty = true; follow(); });
  form.addEventListener("submit", function () { count(); form.elements.seconds.value = (before + shown / 1000).toFixed(1); sent = true; });
  window.addEventListener("beforeunload", function (event) { if (dirty && !sent) { event.preventDefault(); } });
  window.addEventListener("pageshow", function () { sent = false; follow(); });

  function groupNow() {
    var held = document.activeElement && document.activeElement.closest(".levels");
    var open = groups.find(function (group) { return !group.classList.contains("not-asked") && !group.querySelector("input:checked"); });
    return held || open || groups[groups.length - 1];
  }

  function choose(key) {
    var group = groupNow();
    var radio = group && all("input", group).find(function (one) { return one.getAttribute("data-key") === key; });
    if (!radio) { return; }
    radio.checked = true;
    dirty = true;
    follow();
    var next = groups.slice(groups.indexOf(group) + 1).find(function (one) { return !one.classList.contains("not-asked"); });
    var target = next ? next.querySelector("input:checked") || next.querySelector("input") : comment.required && !comment.value.trim() ? comment : form.querySelector("[value=save]");
    target.focus();
  }

  function go(id) { var link = document.getElementById(id); if (link) { link.click(); } }

  document.addEventListener("keydown", function (event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); form.requestSubmit(form.querySelector("[value=save]")); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT)$/.test(event.target.tagName)) { return; }
    if (/^[0-9]$/.test(event.key)) { event.preventDefault(); choose(event.key); }
    else if (event.key === "n") { go("following"); } else if (event.key === "p") { go("previous"); } else if (event.key === "s") { go("skip"); }
  });
  follow();
  var trouble = document.getElementById("trouble");
  if (trouble) { trouble.tabIndex = -1; trouble.focus(); }
}());
