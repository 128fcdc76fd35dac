// What a page says where its server could not start.

/** Why, as a sentence, from what was thrown: what the page says by itself stays as it is, the module and its net give half sentences. */
export function sentence(error) {
    if (error instanceof WebAssembly.LinkError || error instanceof TypeError) // it lacks what is called
        return 'The program that arrived is not the one of this page. Load the page again.';
    const text = error instanceof Error ? error.message : String(error);
    if (/^[A-Z].*[.]$/s.test(text)) return text;
    if (/^(the packed net|net file)/.test(text)) // unpack, and engine/net/file.c
        return 'The net, a part of the program for this page, did not arrive whole. Load the page again.';
    if (/made by a newer alea/.test(text))
        return 'The data in this browser was made by a newer alea than this page. It was not changed. Load the ' +
            'page again with a connection: the newer one comes then.';
    return `alea could not be started here: ${text.replace(/[.]$/, '')}. The data in this browser was not changed.`;
}
