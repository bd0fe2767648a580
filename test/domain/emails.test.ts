import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed, seedPassword } from '../support/seed.ts';

const app = await testApp();
const { superAdmin, createPerson } = await seed(app);

it('a new account is refused whose email an older account has in another Unicode form', async () => {
  const known = await createPerson();
  await app.services.db.user.update({ where: { id: known.id }, data: { email: 'jose\u0301@example.com' } });
  for (const email of ['jos\u00e9@example.com', 'JOSE\u0301@example.com']) {
    const answer = await superAdmin.rest('POST', '/private/system/users', { body: { email, password: 'long enough' } });
    expect(answer.status).toBe('ALREADY_EXISTS');
  }
});

it('an older account signs in and is invited in every Unicode form of its email', async () => {
  const [known, admin] = [await createPerson(), await createPerson()];
  const stored = 'zoe\u0301@example.com';
  await app.services.db.user.update({ where: { id: known.id }, data: { email: stored } });
  const project = await admin.createProject();
  for (const email of [stored, 'zo\u00e9@example.com', 'ZO\u00c9@example.com']) {
    const body = { email, password: seedPassword };
    expect((await app.rest('POST', '/open/auth/login', { body })).status).toBe('OK');
    const found = await admin.rest('GET', `${project.path}/member-candidates`, { query: { search: email } });
    expect(found.detail).toMatchObject([{ id: known.id, email: stored }]);
  }
});
