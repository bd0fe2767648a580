import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { cleanUp } from './clean-up.ts';

/** A person at the provider. */
export type ProviderPerson = {
  sub: string;
  email: string;
  email_verified?: boolean | string;
  name?: string;
  groups?: string[];
  /** Groups in another claim, which needs the scope `roles`. */
  company_roles?: string[];
  /** Distributed claims (OpenID Connect Core 5.6.2): the provider names an endpoint instead of sending them. */
  _claim_names?: Record<string, string>;
  _claim_sources?: Record<string, { endpoint: string }>;
  /** Claims that the ID token contains too. All others are only in the userinfo response. */
  idToken?: Partial<Omit<ProviderPerson, 'sub' | 'idToken'>>;
};

export type IdentityProvider = {
  issuer: string;
  /** The settings of the service for this provider. */
  settings: Record<string, string>;
  /** The person who signs in from now on; if undefined, the provider refuses the sign-in. */
  person: ProviderPerson | undefined;
  /** Replaces the keys of the provider: from now on it signs with a new one, by this algorithm only. */
  renewKeys(algorithm: SigningAlgorithm): void;
  /** Follows the pages of the provider as a browser does, and returns the parameters that it sends back. */
  signIn(url: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
};

export type SigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'HS256';

const CLIENT = { id: 'docsvc', secret: 'the secret of docsvc at its provider' };

/** A real OpenID Provider on loopback. `redirectUri` is where it may send people back to. */
export async function startIdentityProvider(redirectUri: () => string): Promise<IdentityProvider> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Create the provider at the first request: its client needs the address of the service, which is known only then.
  let made: Provider | undefined;
  let algorithm: SigningAlgorithm = 'RS256';
  const provider = () => (made ??= createProvider(issuer, redirectUri(), algorithm, () => running.person));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return provider().callback()(request, response);
    // The page on which the person signs in: a link to the same address with `?yes`.
    const { prompt } = await provider().interactionDetails(request, response);
    if (prompt.name === 'login' && !request.url.endsWith('?yes'))
      return void response.setHeader('content-type', 'text/html').end('<h1>Provider</h1><a href="?yes">Continue</a>');
    await finish(provider(), request, response, running.person);
  }
  const running: IdentityProvider = {
    issuer,
    settings: {
      DOCSVC_OIDC_ISSUER: issuer,
      DOCSVC_OIDC_CLIENT_ID: CLIENT.id,
      DOCSVC_OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    person: undefined,
    renewKeys(next) {
      algorithm = next;
      made = undefined;
    },
    signIn: url => follow(url, redirectUri()),
    stop: () => closed(server),
  };
  cleanUp(() => closed(server));
  return running;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

function createProvider(
  issuer: string,
  redirectUri: string,
  algorithm: SigningAlgorithm,
  person: () => ProviderPerson | undefined,
): Provider {
  const client = { client_id: CLIENT.id, client_secret: CLIENT.secret, id_token_signed_response_alg: algorithm };
  return new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
      roles: ['company_roles'],
    },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: (use: string) => {
        const { idToken, ...stated } = person() ?? {};
        return { ...(use === 'id_token' ? idToken : stated), sub };
      },
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key that only tests use'] },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    jwks: { keys: [newKey(algorithm).export({ format: 'jwk' })] },
    ttl: Object.fromEntries(['AccessToken', 'Grant', 'IdToken', 'Interaction', 'Session'].map(kind => [kind, 600])),
  });
}

function newKey(algorithm: SigningAlgorithm): KeyObject {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

async function finish(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  person: ProviderPerson | undefined,
): Promise<void> {
  if (person === undefined) {
    const refusal = { error: 'access_denied', error_description: 'The person said no' };
    return provider.interactionFinished(request, response, refusal);
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: person.sub, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false }, consent });
}

async function follow(start: string, redirectUri: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  for (let url = start; ; ) {
    if (url.startsWith(redirectUri)) return Object.fromEntries(new URL(url).searchParams);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null && !url.includes('/interaction/')) throw new Error(await response.text());
    url = location === null ? `${url}?yes` : new URL(location, url).href;
  }
}
