import { builder } from '../graphql/builder.ts';
import { SessionType } from '../users/schema.ts';
import * as oidc from './service.ts';

const OidcStart = builder.objectRef<oidc.OidcStart>('OidcSignIn').implement({
  description: 'A started sign-in with the OpenID Connect provider.',
  fields: t => ({
    url: t.exposeString('url', { description: 'The page of the provider where the person signs in.' }),
    flow: t.exposeString('flow', {
      description:
        'The encrypted state of the sign-in. Keep it in the browser that started the sign-in, and send it with the answer of the provider.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'The sign-in must be finished before this time.',
    }),
  }),
});

const FinishOidcSignInInput = builder.inputType('FinishOidcSignInInput', {
  description: 'The answer of the provider: the query parameters of its redirect to this service.',
  fields: t => ({
    flow: t.string({
      required: true,
      description: 'The `flow` that the start of the sign-in returned.',
      extensions: { bounds: { maxLength: 2000 } },
    }),
    code: t.string({ required: true, description: 'The parameter code.', extensions: { bounds: { maxLength: 4000 } } }),
    state: t.string({
      required: true,
      description: 'The parameter state.',
      extensions: { bounds: { maxLength: 200 } },
    }),
    iss: t.string({ description: 'The parameter iss, if there is one.', extensions: { bounds: { maxLength: 2000 } } }),
  }),
});

builder.mutationFields(t => ({
  startOidcSignIn: t.field({
    type: OidcStart,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Starts a sign-in with the OpenID Connect provider. Requires no sign-in. PERMISSION_DENIED if the deployment has no provider, UNAVAILABLE if it does not answer.',
    resolve: (_, __, call) => oidc.startOidcSignIn(call),
  }),
  finishOidcSignIn: t.field({
    type: SessionType,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Signs in with the answer of the provider. Requires no sign-in. UNAUTHENTICATED if the provider does not confirm it or the user is disabled, PERMISSION_DENIED if there is no account.',
    args: { input: t.arg({ type: FinishOidcSignInInput, required: true, description: 'The answer of the provider.' }) },
    resolve: (_, { input }, call) => oidc.finishOidcSignIn(call, input),
  }),
}));
