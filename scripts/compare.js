import { keepCompiledCode } from '../src/platform/compiled-code.js';

// npm run -s compare -- old.yaml new.yaml
keepCompiledCode();
const { runProgram } = await import('../src/platform/bundles.ts');
await runProgram('compare');
