// Messages of a game. Texts of other people are shown as text, never as markup.

import { h } from '../dom';
import { icon } from '../icons';
import { isMuted, loadFriends, onMuted } from '../people';
import { change, onSettings, settings } from '../settings';
import { sound } from '../sound';
import type { GameEvent, GameState } from '../types';

export class Chat {
    private readonly list = h('div', { class: 'chat-list', role: 'log', tabindex: 0,
        'aria-label': 'Messages', 'data-testid': 'chat-list' });
    private readonly input: HTMLInputElement = h('input', { type: 'text', maxlength: 300,
        'aria-label': 'Write a message', placeholder: 'Write a message', autocomplete: 'off',
        'data-testid': 'chat-input' });
    private readonly mute = h('button', { class: 'icon-button', type: 'button',
        'data-testid': 'chat-mute',
        on: { click: () => change({ muteChat: !settings.muteChat }) } });
    private readonly form = h('form', { class: 'chat-form', on: { submit: (event: Event) => {
        event.preventDefault();
        const text = this.input.value.trim();
        if (!text) return;
        this.input.value = '';
        this.say(text);
    } } }, this.input, h('button', { class: 'button', type: 'submit' }, 'Send'), this.mute);
    readonly element = h('div', { class: 'chat' }, this.list, this.form);
    private readonly stop: () => void;
    unread = 0;

    constructor(private readonly say: (text: string) => void, private readonly changed: () => void) {
        const refresh = (): void => {
            const label = settings.muteChat ? 'Show what others write'
                                            : 'Hide chat';
            this.mute.setAttribute('aria-label', label);
            this.mute.title = label;
            this.mute.setAttribute('aria-pressed', String(settings.muteChat));
            this.element.classList.toggle('muted', settings.muteChat);
        };
        refresh();
        const hide = (): void => {
            for (const line of this.list.querySelectorAll<HTMLElement>('p.other'))
                line.hidden = isMuted(line.dataset['by'] ?? '');
        };
        const stops = [onSettings(refresh), onMuted(hide)];
        loadFriends().catch(() => undefined);
        this.stop = () => { for (const stop of stops) stop(); };
        this.mute.appendChild(icon('mute'));
    }

    destroy(): void { this.stop(); }

    add(event: GameEvent, state: GameState, live: boolean): void {
        const mine = event.by !== undefined && event.by === state.you;
        const muted = !mine && isMuted(event.name ?? '');
        this.list.appendChild(h('p', { class: `said${mine ? ' mine' : ' other'}`, hidden: muted,
            'data-by': event.name ?? '' },
            h('b', null, `${event.name ?? 'Somebody'}: `), event.text ?? ''));
        this.list.scrollTop = this.list.scrollHeight;
        if (mine || muted || settings.muteChat || !live) return;
        sound('chat');
        this.unread += 1;
        this.changed();
    }

    clear(): void { this.list.textContent = ''; }
    read(): void { this.unread = 0; this.changed(); }
    focus(): void { this.input.focus(); }
}
