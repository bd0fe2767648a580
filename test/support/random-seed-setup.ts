import fc from 'fast-check';

// Every run has the same generated cases, so that a change cannot fail because of an unrelated case.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 13) });
