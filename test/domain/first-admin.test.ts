import { describe, expect, it } from 'vitest';
import { ensureFirstAdmin } from '../../src/users/first-admin.ts';
import { testApp } from '../support/app.ts';

const settings = { DOCSVC_INITIAL_ADMIN_EMAIL: 'ada@example.com', DOCSVC_INITIAL_ADMIN_PASSWORD: 'long enough' };

describe('the first admin', () => {
  it.each([
    ['  Ada Jose\u0301 ', 'Ada Jos\u00e9'],
    [undefined, 'ada@example.com'],
  ])('with the setting %j has the name %j, as every other account', async (given, name) => {
    const more = given === undefined ? {} : { DOCSVC_INITIAL_ADMIN_NAME: given };
    const { services } = await testApp({ ...settings, ...more });
    expect(await ensureFirstAdmin(services)).toMatchObject({ kind: 'from-settings' });
    expect(await services.db.user.findMany()).toMatchObject([{ email: 'ada@example.com', name, isSuperAdmin: true }]);
  });
});
