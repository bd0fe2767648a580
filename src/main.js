import { keepCompiledCode } from './platform/compiled-code.js';

// A dynamic import, because static imports would be compiled before the cache is in use.
keepCompiledCode();
await import('./server.ts');
