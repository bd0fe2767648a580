import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openConsole, signIn } from '../support/console.ts';

const app = await testApp();
const { createPerson, stage, stranger, tab } = await openConsole(app);

type Start = { deviceCode: string; userCode: string };
const start = async (): Promise<Start> =>
  (await app.graphql<{ startDeviceLogin: Start }>('mutation { startDeviceLogin { deviceCode userCode } }')).data
    .startDeviceLogin;

async function statusOf(deviceCode: string): Promise<string> {
  const { data } = await app.graphql<{ finishDeviceLogin: { status: string } }>(
    'mutation($input: FinishDeviceLoginInput!) { finishDeviceLogin(input: $input) { status } }',
    { input: { deviceCode } },
  );
  return data.finishDeviceLogin.status;
}

it('a person types the code, sees what asks for it, and allows it', async () => {
  const { deviceCode, userCode } = await start();
  const page = await tab(await createPerson('Ana'), '/device');
  await page.sees('Type the code');
  await page.auditEverywhere('device-code');
  await page.fill('Code', 'BBBB-BBBB');
  await page.press('Continue');
  await page.sees('No login with this code is waiting');
  await page.auditEverywhere('device-wrong-code');
  await page.fill('Code', userCode.toLowerCase().replace('-', ''));
  await page.press('Continue');
  for (const text of [userCode, '127.0.0.1', 'just now', 'Allow it only if you yourself', 'ana@example.com'])
    await page.sees(text);
  await page.auditEverywhere('device-decision');
  expect(await statusOf(deviceCode)).toBe('PENDING');
  await page.press('Allow');
  await page.sees('Go on in your terminal, and stay signed in here until it says that you are signed in.');
  await page.auditEverywhere('device-allowed');
  expect(await statusOf(deviceCode)).toBe('ALLOWED');
  expect(page.noise).toEqual([]);
});

it('somebody who follows the link signs in first, and then presses keys only', async () => {
  const { deviceCode, userCode } = await start();
  const { email } = await createPerson('Ben');
  const page = await stranger(`/device#code=${userCode}`);
  await signIn(page, email);
  await page.sees('Type the code');
  expect(await page.read('document.activeElement.value')).toBe(userCode);
  const { keyboard } = page.page;
  await keyboard.press('Enter');
  await page.sees('Did you start this login?');
  await keyboard.press('Tab');
  expect(await page.read('document.activeElement.innerText')).toBe('Allow');
  await keyboard.press('Tab');
  expect(await page.read('document.activeElement.innerText')).toBe('Refuse');
  await keyboard.press('Enter');
  await page.sees('The login is refused');
  expect(await statusOf(deviceCode)).toBe('REFUSED');
  // Neither the address nor a header that the service receives has the code.
  expect(JSON.stringify(stage.received.map(({ url, headers }) => [url, headers]))).not.toContain(userCode);
});

it('Enter after a refusal that failed refuses again, and does not allow', async () => {
  const { deviceCode, userCode } = await start();
  const page = await tab(await createPerson('Dan'), `/device#code=${userCode}`);
  await page.sees('Type the code');
  await page.press('Continue');
  await page.sees('Did you start this login?');
  const refused = { message: 'The database does not respond', extensions: { code: 'UNAVAILABLE', traceId: '0' } };
  stage.answer = url => (url.startsWith('/graphql') ? JSON.stringify({ errors: [refused] }) : undefined);
  const { keyboard } = page.page;
  for (const key of ['Tab', 'Tab', 'Enter'] as const) await keyboard.press(key);
  await page.sees('The database does not respond');
  stage.answer = undefined;
  await page.until("document.activeElement.innerText === 'Refuse'");
  await keyboard.press('Enter');
  await page.sees('The login is refused');
  expect(await statusOf(deviceCode)).toBe('REFUSED');
});

it('a link cannot put words of others beside its code', async () => {
  const { userCode } = await start();
  const words = encodeURIComponent(`${userCode} ✅ ＶＥＲＩＦＩＥＤ`);
  const page = await tab(await createPerson('Kim'), `/device#code=${words}`);
  await page.sees('Type the code');
  await page.press('Continue');
  await page.sees('No login with this code is waiting');
});

it('another link in the same tab brings its own code, and a login that was decided meanwhile is refused', async () => {
  const person = await createPerson('Eve');
  const [first, second] = [await start(), await start()];
  const page = await tab(person, `/device#code=${first.userCode}`);
  await page.sees('Type the code');
  await page.read(`location.hash = 'code=${second.userCode}'`);
  await page.until(`document.querySelector('input[name=code]').value === '${second.userCode}'`);
  await page.press('Continue');
  await page.sees('Did you start this login?');
  await person.ask('mutation($input: DecideDeviceLoginInput!) { refuseDeviceLogin(input: $input) { address } }', {
    input: { userCode: second.userCode },
  });
  await page.press('Allow');
  await page.sees('No login with this code is waiting');
  await page.press('Another code');
  await page.sees('Type the code');
});
