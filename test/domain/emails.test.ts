import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

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
