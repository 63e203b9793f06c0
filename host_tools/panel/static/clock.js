// The page: connection, drawing of a state, choice of a control. The state always comes from the
// server; nothing here knows the rules of a clock.

import { forgetAll, labelKeys, listen, listenToCap, releaseAll, serveTable } from "./input.js";
import { makeDisplay } from "./segments.js";
import { beep, buzz, setSound, silence } from "./sound.js";

const SIDES = ["left", "right"];
const SIDE_NAMES = { left: "Left", right: "Right" };
const RETRY_MS = [100, 250, 500, 1000, 2000, 4000];
const SILENT_MS = 5000; // the server says something every second
const TOAST_MS = 5000;

const byId = (id) => document.getElementById(id);
const clock = byId("clock");
const side = {}; // by name: left, right, of a table also "left B" and so on
const clocks = {}; // the sections of the page, by their letters

/** Take the parts of a clock's section; the names of its sides end with its letter, but for A. */
function take(section, letter) {
  clocks[letter] = section;
  for (const which of SIDES) {
    const find = (what) => section.querySelector(`[data-testid^="${what}-${which}"]`);
    const display = find("display");
    side[which + (letter === "A" ? "" : " " + letter)] = {
      letter,
      which,
      lamp: find("lamp"),
      display,
      show: makeDisplay(display),
      marks: find("marks"),
      cap: find("press"),
    };
  }
}

take(clock, "A");

const ROWS = { A: ["KeyQ", "KeyP"], B: ["KeyA", "KeyL"], C: ["KeyZ", "KeyM"] };

/** Lay a table: a section for every clock, and one set of keys for all of them. */
function layTable(letters) {
  document.documentElement.dataset.clocks = letters.length;
  byId("table-keys").hidden = false;
  byId("table-keys").append(clock.querySelector(".keys"));
  const bare = clock.cloneNode(true);
  for (const cover of bare.querySelectorAll(".cover")) cover.remove();
  bare.querySelector("#board").removeAttribute("id");
  bare.removeAttribute("id");
  for (const display of bare.querySelectorAll(".display")) display.replaceChildren();
  for (const letter of letters) {
    const section = letter === "A" ? clock : bare.cloneNode(true);
    section.setAttribute("aria-label", `Clock ${letter}`);
    for (const part of letter === "A" ? [] : section.querySelectorAll("[data-testid]")) {
      part.dataset.testid += "-" + letter;
    }
    if (letter !== "A") {
      section.dataset.testid += "-" + letter;
      byId("table").append(section);
      take(section, letter);
    }
    section.querySelector(".board").hidden = false;
    for (const [index, cap] of [...section.querySelectorAll(".cap")].entries()) {
      const code = ROWS[letter][index];
      cap.querySelector(".cap-side").textContent = SIDE_NAMES[cap.dataset.side];
      const label = cap.querySelector("kbd");
      label.dataset.code = code;
      label.textContent = code.slice(-1);
      if (letter !== "A") listenToCap(cap, `${cap.dataset.side} ${letter}`);
    }
  }
  serveTable();
  labelKeys();
}

// --- what the keys do, state by state -------------------------------------------------------

const STATES = {
  SETUP: ["Choose a time control.", "From the list above, or with − and +, then play."],
  READY: ["Ready.", "The player with Black presses to start White’s clock."],
  RUNNING: ["Running.", ""],
  PAUSED: ["Paused.", "Both times are kept exactly."],
  ADJUST: ["Adjusting.", "Both clocks stand."],
  FLAGGED: ["Flag.", "Both clocks stand. For a new game choose a time control."],
  ENDED: ["Ended.", "Both clocks keep their exact times."],
};

const LEVER_MOVED = "The lever was moved in the pause. Put it back, then go on.";

const STOPPED = ["Stopped.", "Restart powers the clock off and on."];

const HINTS = {
  SETUP: { minus: "previous", play: "take this one", plus: "next", forward: "take this one" },
  READY: {
    back: "choose another",
    minus: "hold 1 s: sound",
    play: "start White’s clock",
    forward: "swap colors · hold 1 s: freeze at the flag on/off",
  },
  RUNNING: { play: "pause", plus: "show moves" },
  PAUSED: {
    back: "hold 3 s: new game",
    minus: "hold 1 s: sound",
    play: "go on · hold 3 s: adjust",
    plus: "show moves",
    forward: "hold 3 s: end",
  },
  ADJUST: { back: "done" },
  FLAGGED: {
    back: "hold 3 s: new game",
    play: "hold 3 s: adjust",
    plus: "show moves",
    forward: "hold 3 s: end",
  },
  ENDED: { back: "hold 3 s: new game", plus: "show moves" },
};

// Of a table of three, where they differ.
const TABLE_STATES = {
  READY: ["Ready.", "Play starts White’s clock on all three boards."],
  PAUSED: ["Paused.", "All times are kept exactly."],
  FLAGGED: ["Flag.", "All clocks stand."],
  ENDED: ["Ended.", "All clocks keep their exact times."],
};
const CHOOSE = "choose a board, for what comes next";
const CHOOSE_OR_END = `${CHOOSE} · hold 3 s: end`;
const TABLE_HINTS = {
  READY: { ...HINTS.READY, play: "start all three" },
  RUNNING: { play: "pause all", plus: "show moves", forward: CHOOSE },
  PAUSED: { ...HINTS.PAUSED, play: "all go on · hold 3 s: adjust", forward: CHOOSE_OR_END },
  FLAGGED: { ...HINTS.FLAGGED, forward: CHOOSE_OR_END },
  ENDED: { ...HINTS.ENDED, forward: CHOOSE },
};

// A game of days (Triple Block) has keys and states of its own.
const DAYS_HINTS = {
  back: "clocks · hold 1 s: refuel",
  minus: "page before",
  plus: "next page · hold 3 s: director",
  forward: "refuel, claim, appeal",
};
const DAYS_STATES = {
  READY: ["Not started yet.", "White’s clock starts at the date that was set."],
  PAUSED: ["Both clocks stand.", "For a claim, an appeal, a withdrawal or a substitution."],
  FLAGGED: ["Flag.", "To end the game hold + for 3 s."],
  ENDED: ["Ended.", "To put the game away hold + for 3 s."],
};
const DAYS_ADVICE = "A game of days: the real-time clock counts it, the power on or off.";
const DAYS_NO_DATE = ["No date.", "Until the real-time clock is set nothing is counted."];

const KEYS = [
  ["back", "←"],
  ["minus", "↓"],
  ["play", "Space"],
  ["plus", "↑"],
  ["forward", "→"],
];

const MARK_TEXT = {
  flag: "Flag",
  "interim-flag": "Period flag",
  paused: "Paused",
  frozen: "Frozen",
  sound: "Sound",
  "side-to-move": "To move",
};
const MARKS_ELSEWHERE = new Set(["running", "white", "black"]); // lamp and color label

// --- drawing --------------------------------------------------------------------------------

let state = null;
let presets = new Map();
let drawnHints = "";

const chooser = byId("chooser");
const isPhone = matchMedia("(pointer: coarse)");
const isUpright = matchMedia("(orientation: portrait) and (max-width: 640px)"); // as style.css

function isTable() {
  return Object.keys(clocks).length > 1;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function drawMarks(host, isWhite, marks) {
  const labels = [[isWhite ? "white" : "black", isWhite ? "White" : "Black"]];
  for (const mark of marks) {
    const name = mark.toLowerCase().replaceAll("_", "-").replaceAll(" ", "-");
    if (!MARKS_ELSEWHERE.has(name)) labels.push([name, MARK_TEXT[name] ?? mark]);
  }
  const key = JSON.stringify(labels);
  if (host.dataset.drawn === key) return;
  host.dataset.drawn = key;
  host.replaceChildren(
    ...labels.map(([name, text]) => {
      const item = document.createElement("li");
      item.dataset.mark = name;
      item.textContent = text;
      return item;
    }),
  );
}

function drawHints(name, isDays) {
  const drawn = name + (isDays ? " of days" : "");
  if (drawnHints === drawn) return;
  drawnHints = drawn;
  const plain = (isTable() ? TABLE_HINTS[name] : null) ?? HINTS[name] ?? {};
  const hints = isDays && name ? DAYS_HINTS : plain;
  byId("hints").replaceChildren(
    ...KEYS.filter(([key]) => hints[key]).map(([key, label]) => {
      const item = document.createElement("li");
      const icon = document.querySelector(`.key[data-key="${key}"] svg`).cloneNode(true);
      const keyboard = document.createElement("kbd");
      keyboard.textContent = label;
      item.append(icon, keyboard, " " + hints[key]);
      return item;
    }),
  );
  for (const [key] of KEYS) {
    const button = document.querySelector(`.key[data-key="${key}"]`);
    button.title = hints[key] ?? "";
    button.dataset.useful = String(Boolean(hints[key]));
  }
}

function draw(next) {
  const previous = state;
  state = next;
  const letters = Object.keys(next.games ?? { A: null });
  if (letters.length > 1 && !isTable()) layTable(letters);
  for (const [letter, section] of Object.entries(clocks)) {
    const down = Object.keys(side).find((name) => side[name].letter === letter && next.down[name]);
    section.dataset.state = next.games?.[letter]?.state ?? next.state ?? "";
    section.dataset.lever = next.lever_kind;
    section.dataset.down = down ? side[down].which : "";
  }
  for (const [name, parts] of Object.entries(side)) {
    const text = next.text?.[name] ?? "";
    const lit = Boolean(next.lamps?.[name]);
    parts.show(next.segments?.[name]);
    parts.display.dataset.text = text;
    parts.display.setAttribute("aria-label", `${parts.which} clock${ofBoard(parts)}: ${text}`);
    parts.lamp.dataset.lit = String(lit);
    parts.cap.dataset.down = String(next.down[name]);
    const white = next.games?.[parts.letter]?.white_side ?? next.white_side;
    drawMarks(parts.marks, white === parts.which, next.marks?.[name] ?? []);
  }
  for (const key of document.querySelectorAll(".key")) {
    key.dataset.down = String(next.keys_down.includes(key.dataset.key));
  }
  drawWords(next);
  drawHints(next.failure ? "" : next.state, Boolean(next.is_days));
  setText(byId("preset-name"), presets.get(next.preset)?.name ?? "another one");
  for (const button of byId("speeds").children) {
    const chosen = Number(button.dataset.speed) === next.speed;
    button.setAttribute("aria-checked", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
  setText(byId("runtime"), next.runtime || "nothing");
  byId("chooser-note").hidden = next.state !== "RUNNING";
  drawFailure(next.failure);
  if (CALMING.some((name) => previous?.[name] !== next[name])) hideErrors();
  if (previous && previous.power_up !== next.power_up) forgetAll();
  drawSound(previous, next);
}

/** Write what depends on the way the page is held as well as on the state. */
function drawWords(next) {
  const { failure, state: name, lamps, lever_kind: kind, lever_moved: isMoved } = next;
  const [title, advice] = failure ? STOPPED : wordsOf(next);
  if (isTable() && next.games) drawBoards(next);
  const runner = isTable() ? undefined : SIDES.find((one) => lamps?.[one]);
  const isRunning = !failure && name === "RUNNING" && runner;
  const isWarning = !failure && name === "PAUSED" && Boolean(isMoved);
  const doing = next.flag_side === runner ? "stands at zero: flag." : "clock is running.";
  setText(byId("state"), isRunning ? `${sideName(runner)} ${doing}` : title);
  setText(byId("advice"), isWarning ? LEVER_MOVED : advice);
  byId("advice").dataset.warning = String(isWarning);
  const what = kind === "rocker" ? "end of the lever" : "plunger";
  for (const parts of Object.values(side)) {
    const player = isTable() ? SIDE_NAMES[parts.which] : sideName(parts.which);
    parts.cap.setAttribute("aria-label", `${player} player’s ${what}${ofBoard(parts)}`);
  }
}

function ofBoard(parts) {
  return isTable() ? ` of board ${parts.letter}` : "";
}

/** Say above each clock of a table how its game stands. */
function drawBoards(next) {
  for (const [letter, section] of Object.entries(clocks)) {
    const game = next.games[letter];
    const runner = Object.values(side).find(
      (parts) => parts.letter === letter && parts.lamp.dataset.lit === "true",
    );
    let text = (STATES[game.state] ?? [""])[0].replace(".", "").toLowerCase();
    if (game.state === "RUNNING" && runner) text = `${runner.which} runs`;
    if (game.flag_side && game.state !== "ENDED") text += `, flag ${game.flag_side}`;
    if (game.state === "FLAGGED") text = `flag ${game.flag_side}`;
    setText(section.querySelector(".board"), `Board ${letter}: ${text}`);
  }
}

/** What a state is called, and what to do in it. */
function wordsOf({ state: name, is_days: isDays, lamps }) {
  if (!isDays) return (isTable() ? TABLE_STATES[name] : null) ?? STATES[name] ?? ["", ""];
  if (name !== "RUNNING") return DAYS_STATES[name] ?? ["", ""];
  return SIDES.some((one) => lamps?.[one]) ? ["", DAYS_ADVICE] : DAYS_NO_DATE;
}

function sideName(name) {
  if (name === "left") return isUpright.matches ? "Left (top)" : "Left";
  return isUpright.matches ? "Right (bottom)" : "Right";
}

function drawFailure(text) {
  const cover = byId("failure");
  if (cover.hidden === !text) return;
  cover.hidden = !text;
  byId("failure-text").textContent = text ?? "";
  if (!text) return;
  chooser.close();
  byId("restart").focus();
}

function drawSound(previous, next) {
  const before = previous?.buzzer_hz ?? 0;
  if (next.buzzer_hz !== before) buzz(next.buzzer_hz ?? 0);
  if (next.buzzer_hz || before) return;
  const missed = next.sounds[next.sounds.length - 1];
  if (missed) beep(missed.hz, missed.ms / 1000 / next.speed);
}

// --- errors ---------------------------------------------------------------------------------

const CALMING = ["state", "power_up", "failure"]; // when one changes, an error is out of date

let toastTimer = 0;

/** Say what was refused: in the list where that is open, else at the foot of the page. */
function complain(text) {
  wanted = 0;
  if (!chooser.open) {
    toast(text);
    return;
  }
  showChoice();
  byId("chooser-error").textContent = text;
  byId("chooser-error").hidden = false;
}

function hideErrors() {
  byId("toast").hidden = true;
  byId("chooser-error").hidden = true;
}

function toast(text) {
  const host = byId("toast");
  host.textContent = text;
  host.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (host.hidden = true), TOAST_MS);
}

// --- connection -----------------------------------------------------------------------------

let socket = null;
let tries = 0;
let retryTimer = 0;
let heardAt = 0;
let sequence = -1;
let reason = "";

/** Send a message; return whether there was a connection to send it on. */
function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

function setConnection(name) {
  const texts = { open: "Connected", connecting: "Connecting", lost: "Reconnecting" };
  const host = byId("connection");
  host.dataset.state = name;
  host.textContent = texts[name];
  document.documentElement.dataset.connection = name;
}

function connect() {
  clearTimeout(retryTimer);
  const fresh = new WebSocket(`ws://${location.host}/ws`);
  socket = fresh;
  sequence = -1;
  heardAt = performance.now();
  fresh.onmessage = (event) => {
    if (socket === fresh) hear(JSON.parse(event.data));
  };
  fresh.onclose = (event) => {
    if (socket === fresh) lose(event.code === 1001 && event.reason === "ended");
  };
}

function hear(message) {
  heardAt = performance.now();
  if (message.type === "hello") {
    const named = [...message.presets, ...(message.others ?? [])];
    presets = new Map(named.map((row) => [row.number, row]));
    fillChooser(message.presets);
  } else if (message.type === "error") {
    complain(message.error);
  } else if (message.type === "chosen") {
    if (message.number === wanted) closeChooser();
  } else if (message.type === "state" && message.seq >= sequence) {
    sequence = message.seq;
    draw(message);
    if (tries || byId("connection").dataset.state !== "open") {
      tries = 0;
      reason = "";
      setConnection("open");
      byId("lost").hidden = true;
    }
  }
}

function lose(hasEnded) {
  const old = socket;
  socket = null;
  old?.close();
  forgetAll();
  silence();
  if (wanted) complain(NOT_CONNECTED);
  if (hasEnded) reason = "ended";
  const first = state === null;
  const [title, text] = first
    ? ["Connecting…", ""]
    : reason
      ? ["The virtual clock has ended", "This page connects again when it is started again."]
      : ["Connection lost, reconnecting…", "The game goes on in the clock."];
  setText(byId("lost-title"), title);
  setText(byId("lost-text"), text);
  byId("lost").hidden = false;
  byId("failure").hidden = true; // the next state shows it again, if it still stands
  setConnection(first ? "connecting" : "lost");
  const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
  tries += 1;
  clearTimeout(retryTimer);
  retryTimer = setTimeout(connect, wait);
}

setInterval(() => {
  if (socket && performance.now() - heardAt > SILENT_MS) lose(false);
}, 1000);

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !socket) connect();
});

// --- controls of the page -------------------------------------------------------------------

const PUTS_AWAY = new Set(["PAUSED", "ADJUST", "FLAGGED"]); // a new control ends a game here
const SETTLE_MS = 300; // so that the second click of a double click confirms nothing
const NOT_CONNECTED = "Not connected: choose again.";

let wanted = 0; // the control that the server was asked for and has not yet answered
let asked = 0; // the control that waits for a confirmation
let settleTimer = 0;

function choose(number) {
  if (!state?.failure && PUTS_AWAY.has(state?.state)) confirmFirst(number);
  else order(number);
}

/** Ask the server for a control; its answer closes the list, or is an error in it. */
function order(number) {
  showChoice();
  hideErrors();
  wanted = number;
  if (!send({ type: "preset", number })) complain(NOT_CONNECTED);
}

function confirmFirst(number) {
  asked = number;
  setText(byId("confirm-name"), presets.get(number)?.name ?? "");
  byId("choice").hidden = true;
  byId("confirm").hidden = false;
  const button = byId("confirm-new");
  button.disabled = true;
  clearTimeout(settleTimer);
  settleTimer = setTimeout(() => (button.disabled = false), SETTLE_MS);
  byId("confirm-keep").focus();
}

/** Show the list, after a confirmation too. */
function showChoice() {
  if (!byId("choice").hidden) return;
  byId("confirm").hidden = true;
  byId("choice").hidden = false;
  focusChoice();
}

function focusChoice() {
  (isPhone.matches ? byId("chooser-close") : byId("find")).focus({ preventScroll: true });
}

let isOpenedByPointer = false;

function closeChooser() {
  wanted = 0;
  chooser.close();
  byId("choose").blur(); // so that Space is play/pause again
}

function fillChooser(rows) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.group)) groups.set(row.group, []);
    groups.get(row.group).push(row);
  }
  byId("chooser-list").replaceChildren(
    ...[...groups].map(([name, members]) => {
      const section = document.createElement("section");
      const heading = document.createElement("h3");
      heading.textContent = name;
      section.append(heading, ...members.map(presetButton));
      return section;
    }),
  );
  find(byId("find").value);
}

function presetButton({ number, name }) {
  const button = document.createElement("button");
  const label = document.createElement("span");
  button.type = "button";
  button.dataset.preset = number;
  button.dataset.testid = `preset-${number}`;
  const digits = document.createElement("span");
  digits.className = "number";
  digits.textContent = number;
  label.textContent = name;
  button.append(digits, label);
  button.addEventListener("click", () => choose(number));
  return button;
}

function find(text) {
  const wanted = text.trim().toLowerCase();
  for (const section of byId("chooser-list").children) {
    let any = false;
    for (const button of section.querySelectorAll("button")) {
      const fits = button.textContent.toLowerCase().includes(wanted);
      button.hidden = !fits;
      any ||= fits;
    }
    section.hidden = !any;
  }
}

byId("choose").addEventListener("click", (event) => {
  releaseAll();
  isOpenedByPointer = event.detail > 0;
  byId("find").value = "";
  find("");
  hideErrors();
  byId("confirm").hidden = true;
  byId("choice").hidden = false;
  for (const button of byId("chooser-list").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.preset) === state?.preset));
  }
  chooser.showModal();
  const chosen = byId("chooser-list").querySelector('[aria-pressed="true"]');
  if (chosen) chosen.scrollIntoView({ block: "nearest" });
  focusChoice();
});
for (const id of ["chooser-close", "confirm-keep"]) {
  byId(id).addEventListener("click", (event) => {
    if (event.detail) closeChooser();
    else chooser.close(); // by keyboard: the focus goes back to where it was
  });
}
byId("confirm-new").addEventListener("click", () => order(asked));
byId("find").addEventListener("input", (event) => find(event.target.value));
byId("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // the same Enter must not press the button that gets the focus
  byId("chooser-list").querySelector("section:not([hidden]) button:not([hidden])")?.click();
});
chooser.addEventListener("click", (event) => {
  if (event.target === chooser) closeChooser();
});
// Escape: "close" comes a moment after the list has gone, when a Space may be there already.
chooser.addEventListener("cancel", (event) => {
  if (!isOpenedByPointer) return;
  event.preventDefault();
  closeChooser();
});
chooser.addEventListener("close", () => {
  wanted = 0;
  // Opened by a pointer and left by Escape: Space is play/pause again.
  if (isOpenedByPointer) byId("choose").blur();
});
chooser.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Enter" || !event.repeat) return;
    event.preventDefault(); // an Enter that is held is one Enter
    event.stopPropagation();
  },
  true,
);

byId("speeds").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) send({ type: "speed", speed: Number(button.dataset.speed) });
});
byId("speeds").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...byId("speeds").children];
  const index = buttons.indexOf(event.target.closest("button"));
  const next = buttons[(index + step + buttons.length) % buttons.length];
  next.focus();
  next.click();
});

byId("sound").addEventListener("click", () => {
  const on = byId("sound").getAttribute("aria-pressed") !== "true";
  byId("sound").setAttribute("aria-pressed", String(on));
  setText(byId("sound-text"), on ? "Sound on" : "Sound off");
  setSound(on);
  if (on) buzz(state?.buzzer_hz ?? 0);
});

byId("restart").addEventListener("click", () => send({ type: "restart" }));

const TURNED = "top-clock-turned";

function setTurned(on) {
  clock.dataset.turned = String(on);
  byId("turn").setAttribute("aria-pressed", String(on));
}

byId("turn").addEventListener("click", () => {
  const on = clock.dataset.turned !== "true";
  setTurned(on);
  try {
    localStorage.setItem(TURNED, String(on));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
});

try {
  setTurned(localStorage.getItem(TURNED) === "true");
} catch {
  setTurned(false);
}
isUpright.addEventListener("change", () => state && drawWords(state));

setConnection("connecting");
listen(send);
labelKeys();
connect();
