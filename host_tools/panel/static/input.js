// Keyboard, mouse and touch become contacts and keys. Every source (a finger, a keyboard key)
// is remembered on its own, so that two of them on one control are one press.

const BY_CODE = {
  KeyA: "contact:left",
  ShiftLeft: "contact:left",
  KeyL: "contact:right",
  ShiftRight: "contact:right",
  Space: "key:play",
  ArrowLeft: "key:back",
  ArrowDown: "key:minus",
  ArrowUp: "key:plus",
  ArrowRight: "key:forward",
  Digit1: "key:back",
  Digit2: "key:minus",
  Digit3: "key:play",
  Digit4: "key:plus",
  Digit5: "key:forward",
  Numpad1: "key:back",
  Numpad2: "key:minus",
  Numpad3: "key:play",
  Numpad4: "key:plus",
  Numpad5: "key:forward",
};

// On a table each clock has a row of the keyboard.
const BY_CODE_OF_TABLE = {
  KeyQ: "contact:left",
  KeyP: "contact:right",
  KeyA: "contact:left B",
  KeyL: "contact:right B",
  KeyZ: "contact:left C",
  KeyM: "contact:right C",
  ShiftLeft: null,
  ShiftRight: null,
};

const sources = new Map(); // control -> set of what holds it
let sendMessage = () => {};

function change(control, source, isDown) {
  const holding = sources.get(control) ?? new Set();
  const before = holding.size > 0;
  if (isDown) holding.add(source);
  else holding.delete(source);
  sources.set(control, holding);
  const after = holding.size > 0;
  if (before === after) return;
  const [kind, name] = control.split(":");
  if (kind === "contact") sendMessage({ type: "contact", side: name, closed: after });
  else sendMessage({ type: "key", name, down: after });
}

/** Let go of everything that is held. */
export function releaseAll() {
  for (const [control, holding] of sources) {
    for (const source of [...holding]) change(control, source, false);
  }
}

/** Let the keyboard serve the clocks of a table. */
export function serveTable() {
  Object.assign(BY_CODE, BY_CODE_OF_TABLE);
}

/** Forget what is held without saying so: the server has already let go of it. */
export function forgetAll() {
  sources.clear();
}

function releaseSource(source) {
  for (const [control, holding] of sources) {
    if (holding.has(source)) change(control, source, false);
  }
}

function isTyping(target) {
  return (
    target instanceof Element &&
    (target.closest("dialog") || target.matches("input, select, textarea, [contenteditable]"))
  );
}

/** The clock's control that has the focus, or the one a keyboard key stands for. */
function controlOf(event) {
  const focused = event.target instanceof Element ? event.target.closest("[data-control]") : null;
  if (event.code === "Space" || event.code === "Enter" || event.code === "NumpadEnter") {
    if (focused) return focused.dataset.control;
    // A focused button or link of the page keeps its own Space and Enter.
    const target = event.target;
    if (target instanceof Element && target.closest("button, a, [tabindex]")) return null;
  }
  return BY_CODE[event.code] ?? null;
}

function onKeyDown(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  const control = controlOf(event);
  if (!control) return;
  event.preventDefault();
  if (!event.repeat) change(control, event.code, true);
}

function onKeyUp(event) {
  releaseSource(event.code);
  // With both Shifts down some systems report only one of the two releases.
  if (event.key === "Shift" && !event.shiftKey) {
    releaseSource("ShiftLeft");
    releaseSource("ShiftRight");
  }
  if (event.code === "Space" && event.target instanceof Element) {
    if (event.target.closest("[data-control]")) event.preventDefault();
  }
}

function listenToPointers(element, control) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    change(control, "pointer" + event.pointerId, true);
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is already gone; its release follows.
    }
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(name, (event) => releaseSource("pointer" + event.pointerId));
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("dragstart", (event) => event.preventDefault());
}

/** Make a contact of an end of a lever: its name is `left`, `right B` and so on. */
export function listenToCap(cap, name) {
  cap.dataset.control = "contact:" + name;
  listenToPointers(cap, cap.dataset.control);
}

/** Start listening; `send` takes the messages. */
export function listen(send) {
  sendMessage = send;
  for (const cap of document.querySelectorAll(".cap")) {
    listenToCap(cap, cap.dataset.side);
  }
  for (const key of document.querySelectorAll(".key")) {
    key.dataset.control = "key:" + key.dataset.key;
    listenToPointers(key, key.dataset.control);
  }
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", onKeyUp);
  window.addEventListener("blur", releaseAll);
  window.addEventListener("pagehide", releaseAll);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) releaseAll();
  });
  // A mouse click leaves no focus behind, so that Space stays play/pause.
  document.addEventListener("click", (event) => {
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const button = event.target.closest("button");
    if (button && !button.closest("dialog")) button.blur();
  });
}

/** Write the letters that the keys bear on this keyboard, where the browser knows them. */
export async function labelKeys() {
  try {
    const layout = await navigator.keyboard.getLayoutMap();
    for (const label of document.querySelectorAll("kbd[data-code]")) {
      const letter = layout.get(label.dataset.code);
      if (letter) label.textContent = letter.toUpperCase();
    }
  } catch {
    // The letters of a US keyboard stand.
  }
}
