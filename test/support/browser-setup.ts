import chromium from '@sparticuz/chromium';

/**
 * Unpacks the browser before the tests. If two tests unpacked it concurrently, one could start an incomplete browser.
 */
export default async function setup(): Promise<void> {
  if (process.env.CHROMIUM_PATH === undefined) await chromium.executablePath();
}
