// Run inside a report in a named frame: what a person would complain about, as JSON in `data-audit-<name>` of the page around.
(() => {
  const complaints = [];
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const alpha = (color) => Number((color.match(/rgba?\(([^)]*)\)/)?.[1].split(",")[3] ?? (color === "transparent" ? 0 : 1)));

  const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !visible(element) || element.closest("script, style")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) found.push({ element, box, text: node.data.trim().slice(0, 40) });
    }
    return found;
  };

  // What lies under an opaque cell that sticks to the left edge while the chart scrolls isn't seen.
  const covers = (element) => {
    const cell = element.closest(".head, .title");
    return cell !== null && alpha(getComputedStyle(cell).backgroundColor) === 1;
  };

  const overlaps = (when) => {
    const frame = document.querySelector(".scroll").getBoundingClientRect();
    const found = texts().filter(({ element, box }) => !element.closest(".scroll") || (box.left < frame.right && box.right > frame.left));
    for (let a = 0; a < found.length; a++) for (let b = a + 1; b < found.length; b++) {
      const one = found[a], other = found[b];
      if (one.element === other.element) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide <= 1 || high <= 3) continue;
      if (when !== "unscrolled" && covers(one.element) !== covers(other.element)) continue;
      complaints.push(`${when}: "${one.text}" overlaps "${other.text}" by ${wide.toFixed(0)}x${high.toFixed(0)} px`);
    }
  };

  const marksAndBars = () => {
    for (const plot of document.querySelectorAll(".plot")) {
      const boxes = [...plot.querySelectorAll(".mark")].map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }));
      for (let a = 0; a < boxes.length; a++) for (let b = a + 1; b < boxes.length; b++) {
        const [one, other] = [boxes[a].box, boxes[b].box];
        if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5)
          complaints.push(`mark ${boxes[a].text} covers mark ${boxes[b].text}`);
      }
    }
    for (const label of document.querySelectorAll(".seg span")) {
      if (!visible(label)) continue;
      const bar = label.parentElement.getBoundingClientRect(), box = label.getBoundingClientRect();
      if (box.width > bar.width + 1) complaints.push(`label "${label.textContent}" (${box.width.toFixed(0)} px) is wider than its bar (${bar.width.toFixed(0)} px)`);
    }
  };

  const rgb = (color) => {
    const canvas = rgb.canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const backgrounds = (element) => {
    const root = getComputedStyle(document.documentElement);
    const bar = element.closest(".seg");
    if (bar && ["moving", "split"].includes(bar.dataset.state)) return ["--nvme", "--swap"].map((name) => rgb(root.getPropertyValue(name)));
    if (bar && getComputedStyle(bar).backgroundImage !== "none") return [rgb(["not-synchronizing", "seeding"].includes(bar.dataset.detail) ? root.getPropertyValue("--turn") : getComputedStyle(bar).getPropertyValue("--back"))];
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (rgb(color)[3] === 255) return [rgb(color)];
    }
    return [[255, 255, 255, 255]];
  };
  const legible = () => {
    for (const { element, text } of texts()) {
      const style = getComputedStyle(element);
      if (parseFloat(style.fontSize) < 11) complaints.push(`"${text}" is only ${style.fontSize} high`);
      for (const background of backgrounds(element)) {
        const ratio = contrast(rgb(style.color), background);
        if (ratio < 4.5) complaints.push(`"${text}" has a contrast of only ${ratio.toFixed(2)}`);
      }
    }
  };

  const sideways = () => {
    if (document.documentElement.scrollWidth > innerWidth) complaints.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${innerWidth} px`);
  };

  const scroll = document.querySelector(".scroll");
  legible();
  sideways();
  marksAndBars();
  overlaps("unscrolled");
  for (const share of [0.37, 1]) {
    scroll.scrollLeft = share * (scroll.scrollWidth - scroll.clientWidth);
    overlaps(`scrolled to ${share}`);
  }
  document.querySelector('[data-zoom="4"]').click();
  marksAndBars();
  overlaps("zoomed");
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  overlaps("unfolded");
  sideways();
  const facts = { complaints: [...new Set(complaints)], dark: matchMedia("(prefers-color-scheme: dark)").matches, width: innerWidth, texts: texts().length };
  window.parent.document.documentElement.setAttribute(`data-audit-${window.name}`, JSON.stringify(facts));
})();
