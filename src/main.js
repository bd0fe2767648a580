import { keepCompiledCode } from './platform/compiled-code.js';

// The modules of the server are loaded only now: a static import would be compiled before the cache is in use.
keepCompiledCode();
await import('./server.ts');
