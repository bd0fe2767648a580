import { collector } from '../../src/platform/collect-at-rest.ts';

// Prints the size of the heap, and how much of it is used, after what filled it was collected.
const collect = collector();
let kept: object[] | undefined = Array.from({ length: 500_000 }, (_, n) => ({ n, text: `number ${n}` }));
const filled = kept.length;
kept = undefined;
collect();
const { heapTotal, heapUsed } = process.memoryUsage();
console.log(JSON.stringify({ filled, heapTotal, heapUsed }));
