// In the head of a page without a server: its worker (worker.mjs) begins while the page's own scripts are still
// being read. What it says before somebody listens is in `early`.
const local = document.querySelector('meta[name="alea-local"]');
const worker = new Worker(local.content, { type: 'module' });
worker.early = [];
worker.onmessage = ({ data }) => worker.early.push(data);
const { module, net, helper } = local.dataset;
worker.postMessage({ start: { module, net, helper } });
globalThis.aleaWorker = worker;
