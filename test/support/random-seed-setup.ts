import fc from 'fast-check';

// The same cases in each run: a change must not fail because of a case that chance found in something else.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 13) });
