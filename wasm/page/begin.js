// In the head of a page without a server: its worker (worker.mjs) begins while the page's own scripts are still
// being read. What it says before somebody listens is in `early`.
const local = document.querySelector('meta[name="alea-local"]');
const worker = new Worker(local.content, { type: 'module' });
worker.early = [];
worker.onmessage = ({ data }) => worker.early.push(data);
worker.postMessage({ start: { module: local.dataset.module, net: local.dataset.net } });
globalThis.aleaWorker = worker;
