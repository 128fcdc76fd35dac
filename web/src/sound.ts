// Sounds, synthesised when they are wanted: no files.

import { settings } from './settings';

export type SoundName = 'move' | 'hit' | 'roll' | 'turn' | 'cube' | 'win' | 'lose' | 'warning' |
    'chat' | 'offline' | 'pass';

export const soundNames: [SoundName, string][] = [
    ['move', 'Checkers'], ['hit', 'Hits'], ['roll', 'Dice'], ['turn', 'My turn'],
    ['cube', 'Cube and offers'], ['win', 'Game won'], ['lose', 'Game lost'],
    ['warning', 'Clock and warnings'], ['chat', 'Messages'], ['offline', 'Connection lost'],
    ['pass', 'Roll without a move'],
];

let context: AudioContext | null = null;

function audio(): AudioContext | null {
    if (typeof AudioContext === 'undefined') return null;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    return context;
}

/** A click of wood on felt: noise through a narrow filter. */
function knock(at: AudioContext, when: number, pitch: number, loud: number): void {
    const length = Math.floor(at.sampleRate * 0.06);
    const buffer = at.createBuffer(1, length, at.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < length; i++)
        data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length * 0.14));
    const source = at.createBufferSource();
    source.buffer = buffer;
    const filter = at.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = 2.2;
    const gain = at.createGain();
    gain.gain.value = loud * settings.volume * 2.4;
    source.connect(filter).connect(gain).connect(at.destination);
    source.start(when);
}

function tone(at: AudioContext, when: number, pitch: number, seconds: number,
              loud: number): void {
    const oscillator = at.createOscillator();
    oscillator.type = 'sine';
    oscillator.frequency.value = pitch;
    const gain = at.createGain();
    gain.gain.setValueAtTime(0, when);
    gain.gain.linearRampToValueAtTime(loud * settings.volume * 0.4, when + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
    oscillator.connect(gain).connect(at.destination);
    oscillator.start(when);
    oscillator.stop(when + seconds);
}

function play(name: SoundName): void {
    const at = audio();
    if (!at || at.state === 'closed') return;
    const now = at.currentTime + 0.01;
    switch (name) {
        case 'move': knock(at, now, 900, 0.7); break;
        case 'hit': knock(at, now, 620, 1); knock(at, now + 0.07, 1100, 0.6); break;
        case 'roll':
            for (let i = 0; i < 5; i++)
                knock(at, now + i * 0.055 + Math.random() * 0.02, 1500 + Math.random() * 900,
                      0.5 - i * 0.06);
            break;
        case 'turn': tone(at, now, 660, 0.18, 0.5); tone(at, now + 0.1, 880, 0.22, 0.5); break;
        case 'cube': tone(at, now, 392, 0.3, 0.7); tone(at, now + 0.14, 523, 0.4, 0.7); break;
        case 'win':
            [523, 659, 784, 1047].forEach((pitch, i) =>
                tone(at, now + i * 0.11, pitch, 0.35, 0.6));
            break;
        case 'lose':
            [523, 466, 392].forEach((pitch, i) => tone(at, now + i * 0.15, pitch, 0.4, 0.5));
            break;
        case 'warning': tone(at, now, 988, 0.12, 0.7); tone(at, now + 0.17, 988, 0.12, 0.7); break;
        case 'pass': tone(at, now, 294, 0.16, 0.5); tone(at, now + 0.13, 247, 0.22, 0.5); break;
        case 'chat': tone(at, now, 1320, 0.12, 0.35); break;
        case 'offline': tone(at, now, 330, 0.25, 0.6); tone(at, now + 0.2, 247, 0.4, 0.6); break;
    }
}

/** Plays a sound unless it, or all sound, is muted. */
export function sound(name: SoundName): void {
    if (!settings.sound || settings.mutedSounds.includes(name)) return;
    // Before the first touch of the page no browser makes a sound; nor should it complain.
    const activation = (navigator as { userActivation?: { hasBeenActive: boolean } })
        .userActivation;
    if (activation && !activation.hasBeenActive) return;
    try {
        play(name);
    } catch {
        // A device without a sound output.
    }
}

export function tryOut(name: SoundName): void {
    if (settings.sound) sound(name);
}
