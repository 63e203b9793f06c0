// A display of six seven-segment digits, drawn from the raw bytes that the driver sent:
// bit 0 = segment a ... bit 6 = segment g, bit 7 = dot; left digit first.

const SVG = "http://www.w3.org/2000/svg";
const DIGITS = 6;
const CELL = 66; // width of a digit with its dot
const LEFT = 5;
const RIGHT = 46;
const TOP = 6;
const MIDDLE = 50;
const BOTTOM = 94;
const HALF = 4.6; // half the thickness of a segment
const GAP = 1.1;
const SLANT = -6; // degrees

function horizontal(y) {
  const from = LEFT + GAP;
  const to = RIGHT - GAP;
  const end = `l${HALF} ${HALF}l${-HALF} ${HALF}`;
  return `M${from} ${y}l${HALF} ${-HALF}H${to - HALF}${end}H${from + HALF}z`;
}

function vertical(x, y0, y1) {
  const from = y0 + GAP;
  const to = y1 - GAP;
  const end = `l${-HALF} ${HALF}l${-HALF} ${-HALF}`;
  return `M${x} ${from}l${HALF} ${HALF}V${to - HALF}${end}V${from + HALF}z`;
}

const SHAPES = [
  horizontal(TOP),
  vertical(RIGHT, TOP, MIDDLE),
  vertical(RIGHT, MIDDLE, BOTTOM),
  horizontal(BOTTOM),
  vertical(LEFT, MIDDLE, BOTTOM),
  vertical(LEFT, TOP, MIDDLE),
  horizontal(MIDDLE),
];

function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

/** Draw a dark display into `host`; return a function that shows six bytes on it. */
export function makeDisplay(host) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `-2 -6 ${DIGITS * CELL + 3} 114`);
  picture.setAttribute("aria-hidden", "true");
  const dark = make("g", { class: "dark", transform: `skewX(${SLANT}) translate(8 0)` }, picture);
  const lit = make("g", { class: "lit", transform: `skewX(${SLANT}) translate(8 0)` }, picture);
  const bits = [];
  for (let digit = 0; digit < DIGITS; digit++) {
    const at = { transform: `translate(${digit * CELL} 0)` };
    const under = make("g", at, dark);
    const over = make("g", at, lit);
    const digitBits = SHAPES.map((d) => {
      make("path", { d }, under);
      return make("path", { d, visibility: "hidden" }, over);
    });
    const dot = { cx: 58.5, cy: 95.5, r: 4.6 };
    make("circle", dot, under);
    digitBits.push(make("circle", { ...dot, visibility: "hidden" }, over));
    bits.push(digitBits);
  }
  host.append(picture);

  const shown = new Array(DIGITS).fill(0);
  return (bytes) => {
    for (let digit = 0; digit < DIGITS; digit++) {
      const value = bytes?.[digit] ?? 0;
      const changed = value ^ shown[digit];
      if (!changed) continue;
      shown[digit] = value;
      for (let bit = 0; bit < 8; bit++) {
        if (changed & (1 << bit)) {
          bits[digit][bit].setAttribute("visibility", value & (1 << bit) ? "visible" : "hidden");
        }
      }
    }
  };
}
