import { afterAll } from 'vitest';
import { runCleanUps } from './clean-up.ts';

afterAll(runCleanUps);
