import { keepCompiledCode } from './platform/compiled-code.js';

// Dynamic imports, because static ones would be compiled before the cache is in use.
keepCompiledCode();
const { runProgram } = await import('./platform/bundles.ts');
await runProgram('server');
