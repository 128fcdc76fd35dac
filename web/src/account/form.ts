// A card with fields, a button, and what came of it.

import { h } from '../dom';
import { errorText } from '../study/words';

interface Field { name: string; label: string; type: 'text' | 'password' | 'email'; autocomplete: string;
                  value?: string; hint?: string; min?: number; max: number; optional?: boolean }

/** The switch that shows a password while it is typed. */
function shown(input: HTMLInputElement): HTMLElement {
    const box = h('input', { type: 'checkbox', id: `${input.id}-shown`, on: { change: () => {
        input.type = box.checked ? 'text' : 'password';
    } } });
    return h('label', { class: 'check small', for: box.id }, box, 'Show password');
}

export function form(title: string, fields: Field[], button: string,
              send: (values: { [name: string]: string }) => Promise<string>): HTMLElement {
    const out = h('p', { role: 'status', class: 'form-said' });
    const inputs = new Map<string, HTMLInputElement>();
    const submit = h('button', { type: 'submit', class: 'button main' }, button);
    const problem = (text: string): void => {
        out.className = 'form-said field-error';
        out.textContent = text;
    };
    const element = h('form', { class: 'card stack account-form', 'aria-label': title, on: {
        submit: async (event: Event) => {
            event.preventDefault();
            const values: { [name: string]: string } = {};
            for (const [name, input] of inputs) values[name] = input.value;
            submit.disabled = true;
            try {
                const text = await send(values);
                out.className = 'form-said';
                out.textContent = text;
                for (const field of fields) if (field.type === 'password') inputs.get(field.name)!.value = '';
                for (const box of element.querySelectorAll<HTMLInputElement>('.password [type=checkbox]'))
                    if (box.checked) box.click();
            } catch (error) {
                problem(errorText(error));
            } finally {
                submit.disabled = false;
            }
        } } },
        h('h2', null, title),
        fields.map((field) => {
            const id = `${title}-${field.name}`.toLowerCase().replace(/[^a-z]+/g, '-');
            const input = h('input', { type: field.type, id, autocomplete: field.autocomplete,
                value: field.value ?? '', required: !field.optional, maxlength: field.max,
                minlength: field.min, 'aria-describedby': field.hint ? `${id}-hint` : undefined });
            inputs.set(field.name, input);
            return h('div', { class: 'field-row stacked' }, h('label', { for: id }, field.label),
                field.type === 'password' ? h('div', { class: 'password' }, input, shown(input)) : input,
                field.hint ? h('p', { class: 'hint', id: `${id}-hint` }, field.hint) : null);
        }),
        h('div', { class: 'row' }, submit, out));
    return element;
}
