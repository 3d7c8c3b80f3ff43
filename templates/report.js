/* What the page can do beyond being read: values of charts, sorted tables, contents that follow, light and dark.
   Without it nothing is missing but these. Nothing is stored, nothing is fetched. */
(function () {
  "use strict";
  var root = document.documentElement, body = document.body;
  root.classList.add("scripted");
  function word(name) { return body.getAttribute("data-word-" + name) || name; }
  function each(list, act) { Array.prototype.forEach.call(list, act); }
  function make(name, className, text) {
    var element = document.createElement(name);
    if (className) element.className = className;
    if (text) element.textContent = text;
    return element;
  }
  var voice = make("p", "voice");
  voice.setAttribute("role", "status");
  (document.querySelector("main") || body).appendChild(voice);

  /* Contents: the section that is being read; folded on a narrow screen. */
  var contents = document.querySelector(".contents"), fold = contents && contents.querySelector("details");
  var wide = window.matchMedia("(min-width: 80rem)");
  function unfold() { fold.open = wide.matches; }
  function mark() {
    var links = contents.querySelectorAll("a"), current = null;
    each(links, function (link) {
      var section = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
      if (section && section.getBoundingClientRect().top < 140) current = link;
    });
    if (current && window.innerHeight + window.scrollY >= root.scrollHeight - 2) current = links[links.length - 1];
    each(links, function (link) {
      if (link === current) {
        if (link.getAttribute("aria-current") !== "true") {
          link.setAttribute("aria-current", "true");
          var box = contents.getBoundingClientRect(), at = link.getBoundingClientRect();
          if (wide.matches && (at.top < box.top || at.bottom > box.bottom)) contents.scrollTop += at.top - box.top - box.height / 2;
        }
      } else {
        link.removeAttribute("aria-current");
      }
    });
  }
  if (contents) {
    var waits = false;
    unfold();
    wide.addEventListener("change", unfold);
    contents.addEventListener("click", function (event) {
      if (event.target.closest("a") && !wide.matches) fold.open = false;
    });
    window.addEventListener("scroll", function () {
      if (waits) return;
      waits = true;
      requestAnimationFrame(function () { waits = false; mark(); });
    }, { passive: true });
    mark();
  }

  /* Light and dark: the system's, until the reader says otherwise. */
  var colours = make("button", "colours"), modes = ["auto", "dark", "light"], mode = 0;
  colours.type = "button";
  function paint() {
    if (mode === 0) root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", modes[mode]);
    colours.textContent = word("colours") + ": " + word(modes[mode]);
  }
  colours.addEventListener("click", function () { mode = (mode + 1) % modes.length; paint(); });
  paint();
  (contents || document.querySelector("footer") || body).appendChild(colours);

  /* Tables. A figure is read with its separators, sign and unit; "12 – 15" and "about 12" count as 12. */
  var decimal = body.getAttribute("data-decimal") || ".";
  var units = { ns: 1e-6, "µs": 1e-3, us: 1e-3, ms: 1, s: 1e3, min: 6e4, h: 36e5, d: 864e5,
    B: 1, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: Math.pow(2, 40), PiB: Math.pow(2, 50),
    k: 1e3, M: 1e6, G: 1e9, T: 1e12, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };
  function figure(text) {
    var clean = text.replace(/[\u2009\u202f\u00a0]/g, " ").replace(/\u2212/g, "-").trim();
    var found = /^[~≈<>≤≥]*\s*([-+]?)\s*(\d[\d., ']*)\s*([a-zA-Zµ%]*)/.exec(clean);
    if (!found) return NaN;
    var parts = clean.match(duration);
    if (parts && parts.length > 1) return parts.reduce(function (sum, part) { return sum + figure(part); }, 0);
    var digits = found[2].replace(/[ ']/g, "");
    digits = decimal === "," ? digits.replace(/\./g, "").replace(",", ".") : digits.replace(/,/g, "");
    var value = parseFloat(digits) * (found[1] === "-" ? -1 : 1);
    var rate = found[3].split("/")[0];
    return Object.prototype.hasOwnProperty.call(units, rate) ? value * units[rate] : value;
  }
  var duration = /([\d.,]+)\s*(min|ms|s|h|d)\b/g;
  function isFigure(text) { return /^([\d.,]+ (min|ms|s|h|d) )+[\d.,]+ (min|ms|s|h)$/.test(text.trim()) || /^[~≈<>≤≥]*\s*[-+\u2212]?\d[\d.,\u2009\u202f\u00a0' ]*\s*[a-zA-Zµ%\/]*$/.test(text.trim()); }
  function isNothing(text) { return text.trim() === "" || text.trim() === "\u2013"; }
  function comparison(rows, column) {
    var texts = rows.map(function (row) { return row.cells[column].textContent; });
    var filled = texts.filter(function (text) { return !isNothing(text); });
    var numeric = filled.length > 0 && filled.every(isFigure);
    return function (a, b) {
      var left = texts[a], right = texts[b];
      if (isNothing(left) || isNothing(right)) return isNothing(left) === isNothing(right) ? 0 : NaN;
      return numeric ? figure(left) - figure(right) : left.trim().localeCompare(right.trim(), root.lang, { numeric: true });
    };
  }
  function sort(table, rows, column, direction) {
    var order = rows.map(function (row, index) { return index; });
    var compare = comparison(rows, column);
    if (direction !== "none") order.sort(function (a, b) {
      var difference = compare(a, b);
      if (difference !== difference) return isNothing(rows[a].cells[column].textContent) ? 1 : -1;
      return (direction === "descending" ? -difference : difference) || a - b;
    });
    order.forEach(function (index) { table.tBodies[0].appendChild(rows[index]); });
  }
  each(document.querySelectorAll(".table table"), function (table) {
    var rows = Array.prototype.slice.call(table.tBodies[0].rows), heads = table.tHead.rows[0].cells;
    var plain = rows.length < 3 || (heads.length < 3 && !table.querySelector("td.number"));
    if (plain || rows.some(function (row) { return row.cells.length !== heads.length; })) return;
    each(heads, function (head, column) {
      var button = make("button", "sort", head.textContent);
      if (!button.textContent.trim()) return;
      button.type = "button";
      head.textContent = "";
      head.appendChild(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () {
        var next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
        each(heads, function (other) { if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none"); });
        head.setAttribute("aria-sort", next);
        sort(table, rows, column, next);
      });
    });
  });

  /* A box that can be scrolled can be reached by keyboard. */
  function reach() {
    each(document.querySelectorAll(".table, pre"), function (box) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else if (!box.classList.contains("wide")) box.removeAttribute("tabindex");
    });
  }
  reach();
  window.addEventListener("resize", reach);

  /* Charts: the point nearest to the pointer, or the next by arrow keys. */
  var NEAR = 28, tip = make("div", "tip"), lit = null;
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  body.appendChild(tip);
  function hide() {
    tip.hidden = true;
    if (lit) lit.remove();
    lit = null;
  }
  function number(element, name) { return parseFloat(element.getAttribute(name)) || 0; }
  function placeOf(element) {
    var box = element.tagName.toLowerCase() === "rect";
    var width = box ? number(element, "width") : 0, height = box ? number(element, "height") : 0;
    var x = box ? number(element, "x") : number(element, "cx"), y = box ? number(element, "y") : number(element, "cy");
    var title = element.querySelector("title"), series = element.closest(".series");
    var text = element.getAttribute("data-tip") || (title ? title.textContent : element.getAttribute("data-x") + ": " + element.getAttribute("data-y"));
    element.setAttribute("data-tip", text);
    if (title) title.remove(); /* else the browser shows it too */
    return { x: x + width / 2, y: box ? y + Math.min(height / 2, 8) : y, left: x, top: y, width: width, height: height, box: box,
      text: text, series: series ? series.getAttribute("aria-label") || "" : "", group: series };
  }
  function show(svg, place) {
    var matrix = svg.getScreenCTM();
    if (!matrix) return;
    hide();
    lit = document.createElementNS("http://www.w3.org/2000/svg", place.box ? "rect" : "circle");
    var shape = place.box ? { x: place.left, y: place.top, width: place.width, height: place.height } : { cx: place.x, cy: place.y, r: 5 };
    Object.keys(shape).forEach(function (name) { lit.setAttribute(name, shape[name]); });
    lit.setAttribute("class", "lit");
    svg.appendChild(lit);
    var at = new DOMPoint(place.x, place.y).matrixTransform(matrix);
    tip.textContent = place.text;
    tip.hidden = false;
    var width = tip.offsetWidth, height = tip.offsetHeight;
    tip.style.left = Math.max(4, Math.min(at.x - width / 2, root.clientWidth - width - 4)) + "px";
    tip.style.top = (at.y - height - 14 < 4 ? at.y + 16 : at.y - height - 14) + "px";
  }
  each(document.querySelectorAll(".plot"), function (plot) {
    var svg = plot.querySelector("svg"), places = null, current = -1;
    if (!svg || !svg.querySelector(".pt")) return;
    function learn() {
      if (!places) places = Array.prototype.map.call(svg.querySelectorAll(".pt"), placeOf);
      return places;
    }
    function nearest(event) {
      var matrix = svg.getScreenCTM(), best = -1, least = NEAR / (matrix ? matrix.a : 1);
      if (!matrix) return -1;
      var at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      learn().forEach(function (place, index) {
        var inside = place.box && at.x >= place.left && at.x <= place.left + place.width && at.y >= place.top && at.y <= place.top + place.height;
        var distance = inside ? 0 : Math.hypot(place.x - at.x, place.y - at.y);
        if (distance < least) { least = distance; best = index; }
      });
      return best;
    }
    function follow(event) {
      var found = nearest(event);
      if (found < 0) hide();
      else if (found !== current || tip.hidden) show(svg, learn()[found]);
      current = found;
    }
    function move(step) {
      learn();
      if (current < 0) return step < 0 ? places.length - 1 : 0;
      return Math.max(0, Math.min(places.length - 1, current + step));
    }
    function otherSeries(step) {
      learn();
      var index = Math.max(current, 0), group = places[index].group, best = index, least = Infinity, seen = [];
      places.forEach(function (place) { if (seen.indexOf(place.group) < 0) seen.push(place.group); });
      var wanted = seen[seen.indexOf(group) + step];
      if (wanted === undefined) return index;
      places.forEach(function (place, i) {
        var distance = Math.abs(place.x - places[index].x);
        if (place.group === wanted && distance < least) { least = distance; best = i; }
      });
      return best;
    }
    svg.addEventListener("pointermove", follow);
    svg.addEventListener("pointerdown", follow);
    svg.addEventListener("pointerleave", hide);
    plot.addEventListener("scroll", hide, { passive: true });
    plot.addEventListener("blur", hide);
    plot.setAttribute("aria-label", plot.getAttribute("aria-label") + " " + word("keys"));
    plot.addEventListener("keydown", function (event) {
      var to = { ArrowRight: function () { return move(1); }, ArrowLeft: function () { return move(-1); },
        ArrowDown: function () { return otherSeries(1); }, ArrowUp: function () { return otherSeries(-1); },
        Home: function () { return 0; }, End: function () { return learn().length - 1; } }[event.key];
      if (event.key === "Escape") hide();
      if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      current = to();
      var place = places[current], matrix = svg.getScreenCTM();
      if (plot.scrollWidth > plot.clientWidth && matrix) {
        plot.scrollLeft = place.x * matrix.a - plot.clientWidth / 2;
        setTimeout(function () { show(svg, place); }, 60);
      }
      show(svg, place);
      voice.textContent = place.text;
    });
  });
  window.addEventListener("scroll", hide, { passive: true });
})();
