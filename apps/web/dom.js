// dom.js — elements, icons and choices, in few words.
// SPDX-License-Identifier: MIT

/** An element with attributes (on… are listeners) and children. */
export function h(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key in element && typeof value !== 'string') element[key] = value;
        else if (value !== undefined && value !== null && value !== false)
            element.setAttribute(key, value === true ? '' : value);
    }
    element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
    return element;
}

export function icon(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'icon');
    svg.setAttribute('aria-hidden', 'true');
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', `#i-${name}`);
    svg.append(use);
    return svg;
}

export function choice(name, label, options, value, onChoose) {
    return h(
        'div',
        { class: 'choice', role: 'radiogroup', 'aria-label': label },
        options.map(([id, title]) =>
            h(
                'label',
                {},
                h('input', {
                    type: 'radio',
                    name,
                    value: id,
                    checked: id === value,
                    onchange: () => onChoose(id),
                }),
                h('span', {}, title),
            ),
        ),
    );
}
