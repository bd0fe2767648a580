import { expect, it } from 'vitest';
import { runCommand } from '../../src/admin/commands.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { createPerson, superAdmin } = await seed(app);
const reset = (email: string) => Array.fromAsync(runCommand(app, ['reset-password', email], 'a new password'));
const done = 'The password is changed and all sessions of the user are ended. Their MCP and API tokens keep working.';

it('a new password of a disabled user says that they cannot sign in yet', async () => {
  const { id, email } = await createPerson();
  expect(await reset(email)).toEqual([done]);
  await superAdmin.rest('PATCH', `/private/system/users/${id}`, { body: { status: 2 } });
  expect(await reset(email)).toEqual([
    done,
    'This user is disabled: a SuperAdmin has to enable them before they can sign in.',
  ]);
});
