import type { Person } from '../access/actor.ts';
import { signedIn } from '../access/call.ts';
import { once } from '../audit/once.ts';
import { builder, type Types } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import * as users from './service.ts';
import * as signIn from './sign-in.ts';

const bounds = {
  email: { maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' },
  name: { minLength: 1, maxLength: CHARACTERS.name, pattern: '\\S' },
  optionalName: { maxLength: CHARACTERS.name },
  // 8 to 1,024 bytes: a character has up to four, and JSON Schema counts characters.
  password: { minLength: 2, maxLength: 1024 },
};

export const UserStatus = wireEnum('UserStatus', 'Whether a user may sign in.', {
  ACTIVE: [1, 'May sign in.'],
  DISABLED: [2, 'May not sign in; all sessions have ended.'],
});

const User = builder.objectRef<Person>('User').implement({
  description: 'A person who may sign in.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    email: t.exposeString('email', { description: 'Lower-case address, unique.' }),
    name: t.exposeString('name', { description: 'Display name, 1 to 200 characters.' }),
    isSuperAdmin: t.exposeBoolean('isSuperAdmin', { description: 'May do everything, everywhere.' }),
    status: t.expose('status', { type: UserStatus, description: 'Whether the user may sign in.' }),
    mailNotices: t.exposeBoolean('mailNotices', {
      description: 'Whether the user wants e-mail about drafts, if this service sends any.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the user was last changed.' }),
  }),
});

const UserConnection = connectionType('User', User);

export const SessionType = builder.objectRef<signIn.UserSession>('Session').implement({
  description: 'A session of a signed-in user.',
  fields: t => ({
    user: t.field({ type: User, description: 'Who signed in.', resolve: session => session.user }),
    token: t.exposeString('token', {
      description: 'The JWT (RFC 7519) for the Authorization header, sent raw, without "Bearer ".',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the token expires.' }),
  }),
});

const AuthConfig = builder
  .objectRef<{
    registrationEnabled: boolean;
    anyoneCreatesTeams: boolean;
    oidcName: string | null;
    sendsMail: boolean;
  }>('AuthConfig')
  .implement({
    description: 'Settings that decide what people are offered.',
    fields: t => ({
      registrationEnabled: t.exposeBoolean('registrationEnabled', {
        description: 'Whether people may register themselves.',
      }),
      anyoneCreatesTeams: t.exposeBoolean('anyoneCreatesTeams', {
        description: 'Whether every user may create a team. If not, only SuperAdmins may.',
      }),
      oidcName: t.exposeString('oidcName', {
        nullable: true,
        description: 'The name of the provider (OpenID Connect) by which people may sign in; null without one.',
      }),
      sendsMail: t.exposeBoolean('sendsMail', { description: 'Whether this service sends e-mail about drafts.' }),
    }),
  });

const LoginInput = builder.inputType('LoginInput', {
  description: 'The credentials of an account.',
  fields: t => ({
    email: t.string({ required: true, description: 'The address of the account; case does not matter.' }),
    password: t.string({ required: true, description: 'The password of the account.' }),
  }),
});

/** The fields of the inputs that create a user. */
const newUserFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  email: t.string({
    required: true,
    description: 'One @, at most 254 characters; unique.',
    extensions: { bounds: bounds.email },
  }),
  name: t.string({
    description: 'Display name, up to 200 characters; the address when absent or blank.',
    extensions: { bounds: bounds.optionalName },
  }),
  password: t.string({ required: true, description: '8 to 1024 bytes.', extensions: { bounds: bounds.password } }),
});

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'A new account for the caller.',
  fields: newUserFields,
});

const UpdateMeInput = builder.inputType('UpdateMeInput', {
  description: "Changes of the caller's own account.",
  fields: t => ({
    name: t.string({ description: 'New display name, 1 to 200 characters.', extensions: { bounds: bounds.name } }),
    mailNotices: t.boolean({ description: 'Whether to receive e-mail about drafts.' }),
  }),
});

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: "A new password for the caller's own account.",
  fields: t => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({ required: true, description: '8 to 1024 bytes.', extensions: { bounds: bounds.password } }),
  }),
});

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A new user, created by a SuperAdmin.',
  fields: t => ({
    ...newUserFields(t),
    isSuperAdmin: t.boolean({ description: 'Whether the user is a SuperAdmin; false when absent.' }),
    status: t.field({ type: UserStatus, description: 'Whether they may sign in; ACTIVE when absent.' }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Changes to a user by a SuperAdmin. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The user.' }),
    name: t.string({ description: 'New display name, 1 to 200 characters.', extensions: { bounds: bounds.name } }),
    status: t.field({
      type: UserStatus,
      description: 'DISABLED ends all sessions of the user, and their tokens stop working.',
    }),
    isSuperAdmin: t.boolean({ description: 'The last active SuperAdmin cannot be demoted.' }),
    password: t.string({
      description: 'New password, 8 to 1024 bytes. Ends all sessions; MCP and API tokens keep working.',
      extensions: { bounds: bounds.password },
    }),
  }),
});

builder.queryFields(t => ({
  authConfig: t.field({
    type: AuthConfig,
    nullable: true,
    skipTypeScopes: true,
    description: 'Settings that a sign-in page needs. Requires no sign-in.',
    resolve: (_, __, { config }) => ({
      registrationEnabled: config.allowRegistration,
      anyoneCreatesTeams: config.teamCreation === 'any',
      oidcName: config.oidc?.name ?? null,
      sendsMail: config.mail !== undefined,
    }),
  }),
  me: t.field({
    type: User,
    nullable: true,
    description: 'The signed-in user.',
    resolve: (_, __, call) => signedIn(call),
  }),
  users: t.field({
    type: UserConnection,
    nullable: true,
    description: 'All users, oldest first. Requires a SuperAdmin. `search` matches email and name.',
    args: pageArguments,
    extensions: { ...judgedBy('superadmin'), page: 'root' },
    resolve: (_, args, call) => users.listUsers(call, args),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'One user. Requires a SuperAdmin.',
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    extensions: judgedBy('superadmin'),
    resolve: (_, args, call) => users.readUser(call, args.id),
  }),
}));

builder.mutationFields(t => ({
  register: t.field({
    type: SessionType,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Creates an account and signs in. Requires no sign-in. PERMISSION_DENIED if registration is disabled. RESOURCE_EXHAUSTED after 60 in a minute from this address (240 from its IPv6 /48). The first user becomes SuperAdmin.',
    args: { input: t.arg({ type: RegisterInput, required: true, description: 'The account.' }) },
    resolve: (_, { input }, call) => signIn.register(call, input),
  }),
  login: t.field({
    type: SessionType,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Signs in. Requires no sign-in. Over GraphQL, send no Authorization header: a token that has ended is UNAUTHENTICATED. UNAUTHENTICATED if the email or password is wrong. RESOURCE_EXHAUSTED, with the seconds to wait, after this many failures in 15 minutes: 10 for one account from one address, 50 from one address, or 30 for one account from addresses that it has not recently signed in from.',
    args: { input: t.arg({ type: LoginInput, required: true, description: 'The credentials.' }) },
    resolve: (_, { input }, call) => signIn.login(call, input),
  }),
  updateMe: t.field({
    type: User,
    nullable: true,
    description: "Changes the caller's own account.",
    args: { input: t.arg({ type: UpdateMeInput, required: true, description: 'What to change.' }) },
    resolve: (_, { input }, call) => users.updateMe(call, input),
  }),
  changePassword: t.field({
    type: User,
    nullable: true,
    description:
      "Changes the caller's password and ends all their sessions, including this one. RESOURCE_EXHAUSTED after 10 wrong current passwords in 15 minutes.",
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'Old and new password.' }) },
    resolve: (_, { input }, call) => signIn.changePassword(call, input),
  }),
  logout: t.field({
    type: User,
    nullable: true,
    description: 'Ends all sessions of the caller, including this one.',
    resolve: (_, __, call) => users.logout(call),
  }),
  createUser: t.field({
    type: User,
    nullable: true,
    description: 'Creates a user. Requires a SuperAdmin. ALREADY_EXISTS if the email is in use.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The user.' }) },
    extensions: { ...judgedBy('superadmin'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => users.readUser(call, id),
        () => users.createUser(call, input),
      ),
  }),
  updateUser: t.field({
    type: User,
    nullable: true,
    description:
      'Changes a user. Requires a SuperAdmin. FAILED_PRECONDITION if this would remove the last SuperAdmin or the last admin of an active project.',
    args: { input: t.arg({ type: UpdateUserInput, required: true, description: 'What to change.' }) },
    extensions: judgedBy('superadmin'),
    resolve: (_, { input }, call) => users.updateUser(call, input),
  }),
}));
