import { collectAtRest } from '../../platform/collect-at-rest.ts';

/**
 * The tasks of the worker threads. Texts are transferred compressed where possible, so that the main thread neither
 * copies nor hashes large data.
 */
export { analyze } from './analyze.ts';
export { bundle } from './bundle.ts';
export { check } from './check.ts';
export { compare } from './compare.ts';
export { endpointDetails } from './endpoint-details.ts';
export { excerpt, excerptsAt, findKeys, findLines, findMessage, findPlaces, findPointers, markedLine } from './find.ts';
export { publishedRows } from './published-rows.ts';
export { introduction, render, renderBodies } from './render.ts';

// One small task a minute keeps a thread, and with it what large documents left in its heap.
collectAtRest();
