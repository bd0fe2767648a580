import { documentBuilder } from './safe-html.ts';

export const buildDocument = documentBuilder('share');
