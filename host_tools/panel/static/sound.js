// The buzzer: a square wave, silent until somebody asks for it.

const LOUDNESS = 0.06;
const EDGE_S = 0.003; // ramps, so that a tone begins and ends without a click

let context = null;
let tone = null;
let gain = null;
let isOn = false;

/** Switch the sound on or off; call it from a click, as browsers demand. */
export function setSound(on) {
  isOn = on;
  if (on && !context) {
    context = new AudioContext();
    tone = context.createOscillator();
    tone.type = "square";
    gain = context.createGain();
    gain.gain.value = 0;
    tone.connect(gain).connect(context.destination);
    tone.start();
  }
  if (!context) return;
  if (on) context.resume();
  else silence();
}

/** Fall silent at once. */
export function silence() {
  if (!context) return;
  gain.gain.cancelScheduledValues(0);
  gain.gain.setTargetAtTime(0, context.currentTime, EDGE_S);
}

/** Sound at `hz` now, or stop at 0. */
export function buzz(hz) {
  if (!isOn || !context) return;
  if (!hz) {
    silence();
    return;
  }
  tone.frequency.setValueAtTime(hz, context.currentTime);
  gain.gain.cancelScheduledValues(0);
  gain.gain.setTargetAtTime(LOUDNESS, context.currentTime, EDGE_S);
}

/** Sound at `hz` for `seconds`: a beep that was over before the page heard of it. */
export function beep(hz, seconds) {
  if (!isOn || !context || !hz) return;
  buzz(hz);
  gain.gain.setTargetAtTime(0, context.currentTime + Math.max(seconds, 0.02), EDGE_S);
}
