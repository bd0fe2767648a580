import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { SessionType } from '../users/schema.ts';
import * as logins from './service.ts';

const DeviceLoginStart = builder.objectRef<logins.DeviceLoginStart>('DeviceLoginStart').implement({
  description: 'A started login of a program without a browser (RFC 8628, section 3.2).',
  fields: t => ({
    deviceCode: t.exposeString('deviceCode', {
      description: 'The secret with which the program asks for the result. Show it to nobody.',
    }),
    userCode: t.exposeString('userCode', {
      description: 'The code that the person types on the page, such as WDJB-MJHT.',
    }),
    verificationUri: t.exposeString('verificationUri', {
      description: 'The page of the console where the person types the code.',
    }),
    verificationUriComplete: t.exposeString('verificationUriComplete', {
      description: 'The same page with the code in its fragment, which browsers send to no server.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the codes expire.' }),
    expiresInSeconds: t.exposeInt('expiresInSeconds', {
      description: 'After how many seconds they expire, for programs whose clock differs.',
    }),
    intervalSeconds: t.exposeInt('intervalSeconds', {
      description: 'The least number of seconds between two calls of `finishDeviceLogin`.',
    }),
  }),
});

const DeviceLogin = builder.objectRef<logins.DeviceLogin>('DeviceLogin').implement({
  description: 'A login of a program that waits until a person allows it. It may then do everything that they may do.',
  fields: t => ({
    userCode: t.exposeString('userCode', { description: 'The code, in the form in which the program shows it.' }),
    address: t.exposeString('address', { description: 'The address from which the login was started.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the login was started.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the code expires.' }),
  }),
});

const DeviceLoginStatus = wireEnum('DeviceLoginStatus', 'The state of a device login (RFC 8628, section 3.5).', {
  ALLOWED: ['allowed', 'The person allowed it: here is the session, once.'],
  PENDING: ['pending', 'The person has not decided yet.'],
  SLOW_DOWN: [
    'slow_down',
    'Not decided yet, and asked too soon. `intervalSeconds` may be longer now: by five seconds, up to a minute.',
  ],
  REFUSED: [
    'refused',
    'The person refused it; or they allowed it, and their sessions have ended since or they are disabled.',
  ],
  EXPIRED: ['expired', 'There is no such code, or it has expired or was used.'],
});

const DeviceLoginResult = builder.objectRef<logins.DeviceLoginResult>('DeviceLoginResult').implement({
  description: 'What has become of a device login.',
  fields: t => ({
    status: t.expose('status', { type: DeviceLoginStatus, description: 'The state of the login.' }),
    intervalSeconds: t.exposeInt('intervalSeconds', {
      nullable: true,
      description: 'The least number of seconds until the next call, if the person has not decided yet.',
    }),
    session: t.expose('session', {
      type: SessionType,
      nullable: true,
      description: 'The session, if the login is allowed. It ends no later than that of the person who allowed it.',
    }),
  }),
});

const userCode = {
  required: true,
  description: 'The code that the program shows. Case, dashes and blanks do not matter.',
  extensions: { bounds: { maxLength: 40 } },
} as const;

const DecideDeviceLoginInput = builder.inputType('DecideDeviceLoginInput', {
  description: 'The login to decide.',
  fields: t => ({ userCode: t.string(userCode) }),
});

const FinishDeviceLoginInput = builder.inputType('FinishDeviceLoginInput', {
  description: 'The login to finish.',
  fields: t => ({
    deviceCode: t.string({
      required: true,
      description: 'The `deviceCode` that `startDeviceLogin` returned.',
      extensions: { bounds: { maxLength: 100 } },
    }),
  }),
});

const GUESSES = 'RESOURCE_EXHAUSTED after 10 wrong codes of the caller in 15 minutes.';

builder.queryFields(t => ({
  deviceLogin: t.field({
    type: DeviceLogin,
    nullable: true,
    description: `A device login that waits for a decision. Requires a session. NOT_FOUND if there is none with this code. ${GUESSES}`,
    args: { userCode: t.arg.string(userCode) },
    resolve: (_, args, call) => logins.readDeviceLogin(call, args.userCode),
  }),
}));

builder.mutationFields(t => ({
  startDeviceLogin: t.field({
    type: DeviceLoginStart,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Starts the login of a program without a browser, as in the OAuth 2.0 Device Authorization Grant (RFC 8628, section 3.1). Requires no sign-in. RESOURCE_EXHAUSTED after 60 in a minute from this address (240 from its IPv6 /48), if there are 100 from it (400) that have not ended, or 10,000 in all.',
    resolve: (_, __, call) => logins.startDeviceLogin(call),
  }),
  allowDeviceLogin: t.field({
    type: DeviceLogin,
    nullable: true,
    description: `Allows a device login: the program gets a session of the caller. Requires a session. NOT_FOUND if no login with this code is waiting. ${GUESSES}`,
    args: { input: t.arg({ type: DecideDeviceLoginInput, required: true, description: 'The login.' }) },
    resolve: (_, { input }, call) => logins.allowDeviceLogin(call, input.userCode),
  }),
  refuseDeviceLogin: t.field({
    type: DeviceLogin,
    nullable: true,
    description: `Refuses a device login. Requires a session. NOT_FOUND if no login with this code is waiting. ${GUESSES}`,
    args: { input: t.arg({ type: DecideDeviceLoginInput, required: true, description: 'The login.' }) },
    resolve: (_, { input }, call) => logins.refuseDeviceLogin(call, input.userCode),
  }),
  finishDeviceLogin: t.field({
    type: DeviceLoginResult,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Asks for the session of a device login (RFC 8628, section 3.4). Requires no sign-in. Call it again, after `intervalSeconds`, while the status is PENDING or SLOW_DOWN.',
    args: { input: t.arg({ type: FinishDeviceLoginInput, required: true, description: 'The login.' }) },
    resolve: (_, { input }, call) => logins.finishDeviceLogin(call, input.deviceCode),
  }),
}));
