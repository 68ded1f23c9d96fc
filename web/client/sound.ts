// The sounds, made here of plain tones and noise: wood on wood, and a few notes.

import type { Sound } from './model/sound.ts';
import { settings } from './settings.ts';

/** A tone that dies away; without a pitch it is noise, as of wood. */
interface Note {
  at: number;
  for: number;
  pitch?: number;
  /** Where the pitch glides to. */
  to?: number;
  loud: number;
  wave?: OscillatorType;
}

const KNOCK: Note[] = [
  { at: 0, for: 0.05, loud: 0.5 },
  { at: 0, for: 0.09, pitch: 190, to: 110, loud: 0.5 },
];

const NOTES: Record<Sound, Note[]> = {
  move: KNOCK,
  answer: [
    { at: 0, for: 0.05, loud: 0.4 },
    { at: 0, for: 0.1, pitch: 150, to: 90, loud: 0.5 },
  ],
  win: [...KNOCK, { at: 0.12, for: 0.12, pitch: 392, loud: 0.25 }, { at: 0.22, for: 0.2, pitch: 587, loud: 0.25 }],
  lose: [...KNOCK, { at: 0.12, for: 0.14, pitch: 294, loud: 0.25 }, { at: 0.24, for: 0.26, pitch: 196, loud: 0.25 }],
  tie: [...KNOCK, { at: 0.12, for: 0.2, pitch: 330, loud: 0.25 }],
  bomb: [
    { at: 0, for: 0.5, loud: 0.7 },
    { at: 0, for: 0.6, pitch: 90, to: 35, loud: 0.7 },
  ],
  offer: [
    { at: 0, for: 0.12, pitch: 523, loud: 0.2 },
    { at: 0.16, for: 0.2, pitch: 523, loud: 0.2 },
  ],
  won: [392, 494, 587, 784].map((pitch, i) => ({ at: i * 0.13, for: 0.35, pitch, loud: 0.25 })),
  lost: [392, 349, 311, 262].map((pitch, i) => ({ at: i * 0.16, for: 0.4, pitch, loud: 0.22 })),
  drawn: [392, 440, 392].map((pitch, i) => ({ at: i * 0.16, for: 0.35, pitch, loud: 0.22 })),
};

/** What all notes are turned down to. */
const VOLUME = 0.5;

let context: AudioContext | undefined;

/** Plays a sound, unless sounds are off. A page that nobody has touched yet stays silent. */
export function play(sound: Sound): void {
  if (!settings.value.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const now = context.currentTime;
  for (const note of NOTES[sound]) strike(context, note, now + note.at);
}

function strike(context: AudioContext, note: Note, start: number): void {
  const gain = context.createGain();
  gain.gain.setValueAtTime(note.loud * VOLUME, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + note.for);
  gain.connect(context.destination);
  const source = note.pitch === undefined ? noise(context, note.for, gain) : tone(context, note, start, gain);
  source.start(start);
  source.stop(start + note.for);
}

function tone(context: AudioContext, note: Note, start: number, into: AudioNode): OscillatorNode {
  const oscillator = context.createOscillator();
  oscillator.type = note.wave ?? 'sine';
  oscillator.frequency.setValueAtTime(note.pitch!, start);
  if (note.to) oscillator.frequency.exponentialRampToValueAtTime(note.to, start + note.for);
  oscillator.connect(into);
  return oscillator;
}

/** Low noise: the knock of wood, or a rumble where it lasts. */
function noise(context: AudioContext, seconds: number, into: AudioNode): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = seconds > 0.2 ? 400 : 1100;
  source.connect(filter).connect(into);
  return source;
}
