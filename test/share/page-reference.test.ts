import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openStage } from '../support/browser.ts';

const app = await testApp();
const stage = await openStage(app);

describe('the reference page', () => {
  it('shows an operation, and asks no other server for anything', async () => {
    const asked: string[] = [];
    const { page, noise, until, read } = await stage.tab(async request => {
      asked.push(new URL(request.url()).origin);
      return false;
    });
    await page.goto(`${stage.base}/reference#/Drafts/approveDraft`);
    await until("document.querySelector('#operations-Drafts-approveDraft .opblock-body') !== null");
    expect(await read("document.querySelector('#operations-Drafts-approveDraft').textContent")).toContain(
      'Approve a draft and publish it',
    );
    expect([...new Set(asked.filter(origin => origin !== 'null'))]).toEqual([stage.base]);
    expect(noise).toEqual([]);
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}/reference.png` });
  });

  it('runs scripts of this server only', async () => {
    const { headers, statusCode } = await app.inject({ url: '/reference' });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
    const script = await app.inject({ url: '/reference/swagger-ui-bundle.js', headers: { 'accept-encoding': 'br' } });
    expect(script.headers['content-encoding']).toBe('br');
    expect(script.rawPayload.length).toBeLessThan(600_000);
  });
});
