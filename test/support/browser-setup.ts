import chromium from '@sparticuz/chromium';

/** Unpacks the browser before the tests. Two tests that unpack it at the same time would start half a browser. */
export default async function setup(): Promise<void> {
  if (process.env.CHROMIUM_PATH === undefined) await chromium.executablePath();
}
