import { oneLine } from './outcome.ts';

/** Text of a workflow command of GitHub Actions, as its message and as one of its properties. */
export const data = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
export const property = (text: string): string => data(oneLine(text)).replace(/:/g, '%3A').replace(/,/g, '%2C');
