import type { Configuration } from 'openid-client';
import type { Call } from '../access/call.ts';
import { DomainError, failedPrecondition, permissionDenied, unauthenticated } from '../platform/errors.ts';
import type { OidcSettings } from '../platform/oidc-settings.ts';

/** The client of the OpenID Connect provider. The operator sets its address, so it may be a private address. */

/** The claims of the provider about a person (OpenID Connect Core, section 5). */
export type Claims = Readonly<Record<string, unknown>> & { sub: string };

export type Challenge = { state: string; nonce: string; verifier: string };

const TIMEOUT_SECONDS = 10;
/** How long the metadata of the provider (OpenID Connect Discovery) is cached. */
const REMEMBERED_MS = 10 * 60_000;
const RETRY_AFTER_SECONDS = 10;

const client = () => import('openid-client');

export function oidcSettings({ config }: Pick<Call, 'config'>): OidcSettings {
  if (config.oidc === undefined) throw permissionDenied('This deployment has no provider to sign in with');
  return config.oidc;
}

const discovered = new WeakMap<OidcSettings, { configuration: Configuration; at: number }>();

async function discover(settings: OidcSettings): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await client();
  const configuration = await discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // Also check the signatures of ID tokens. The settings permit http only for loopback.
    execute: [enableNonRepudiationChecks, ...(settings.issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  });
  discovered.set(settings, { configuration, at: Date.now() });
  return configuration;
}

async function remembered(settings: OidcSettings): Promise<Configuration> {
  const found = discovered.get(settings);
  return found !== undefined && found.at + REMEMBERED_MS > Date.now() ? found.configuration : discover(settings);
}

/** Returns the URL of the sign-in page of the provider, and the secrets of this sign-in. */
export async function beginAt(call: Call, redirectUri: string): Promise<Challenge & { url: string }> {
  const settings = oidcSettings(call);
  return reaching(call, settings, async () => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await client();
    const [state, nonce] = [random.randomState(), random.randomNonce()];
    const verifier = random.randomPKCECodeVerifier();
    const url = buildAuthorizationUrl(await remembered(settings), {
      redirect_uri: redirectUri,
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, state, nonce, verifier };
  });
}

/** Exchanges the authorization code in the provider's answer for the claims about the person. */
export async function claimsOf(call: Call, answer: URL, challenge: Challenge): Promise<Claims & { iss: string }> {
  const settings = oidcSettings(call);
  return reaching(call, settings, async () => {
    const { authorizationCodeGrant, fetchUserInfo } = await client();
    // Use a new configuration, because a cached one keeps the old signing keys after the provider has replaced them.
    const configuration = await discover(settings);
    const tokens = await authorizationCodeGrant(configuration, answer, {
      pkceCodeVerifier: challenge.verifier,
      expectedState: challenge.state,
      expectedNonce: challenge.nonce,
      idTokenExpected: true,
    });
    const signed = tokens.claims() as Claims & { iss: string };
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return signed;
    const stated: Claims = await fetchUserInfo(configuration, tokens.access_token, signed.sub);
    return { ...stated, ...signed, ...emailOf(signed, stated) };
  });
}

/** The email of the ID token, otherwise of the userinfo answer. `email_verified` is valid only for the email beside it. */
function emailOf(signed: Claims, stated: Claims): Pick<Claims, 'email' | 'email_verified'> {
  const isSame = signed.email === stated.email;
  const { email, email_verified } = isSame ? { ...stated, ...signed } : signed.email === undefined ? stated : signed;
  return { email, email_verified };
}

type ProviderError = Error & { code?: string; error?: string; status?: number };
type HttpChallenge = { parameters?: { error?: string } };

/** Error codes about the provider itself: it does not answer, or it does not accept this service. */
const AWAY = /^(OAUTH_TIMEOUT|OAUTH_RESPONSE_IS_NOT_(CONFORM|JSON)|OAUTH_PARSE_ERROR)$/;
const MISCONFIGURED =
  /^OAUTH_(WWW_AUTHENTICATE_CHALLENGE|UNSUPPORTED_OPERATION|HTTP_REQUEST_FORBIDDEN|JSON_ATTRIBUTE_COMPARISON_FAILED|(MISSING|INVALID)_SERVER_METADATA)$/;

/** Whether the provider answered with a status that says that the request is wrong, as to an address that it does not have. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Response && cause.status >= 400 && cause.status < 500 && ![408, 429].includes(cause.status);

/** Whether the userinfo endpoint refuses the access token (RFC 6750). Providers revoke it when a code is used twice. */
const isTokenRefused = (cause: unknown): boolean =>
  Array.isArray(cause) && cause.some(({ parameters }: HttpChallenge) => parameters?.error === 'invalid_token');

/** Turns failures of the provider into errors for the caller. The cause stays in the log. */
async function reaching<T>(call: Call, { name }: OidcSettings, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const error = thrown as ProviderError;
    call.log.warn({ trace_id: call.traceId, err: error }, 'the sign-in by the provider failed');
    if (
      error.error === 'invalid_client' ||
      error.error === 'unauthorized_client' ||
      (MISCONFIGURED.test(error.code ?? '') && !isTokenRefused(error.cause)) ||
      isRefusal(error.cause)
    )
      throw failedPrecondition(`${name} and this service are not set up for each other. Ask an administrator`);
    if (error.error === undefined && (error.code === undefined || AWAY.test(error.code)))
      throw new DomainError('UNAVAILABLE', `${name} does not answer. Try again in a moment`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    throw unauthenticated(`${name} did not confirm this sign-in. Start it again`);
  }
}
