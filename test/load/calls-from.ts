/** One request as a proxy on the loopback passes it on for this address. */
export type Sent = { token?: string; body?: object; headers?: Record<string, string>; address?: string };

export type Told<Detail> = {
  http: number;
  status: string;
  detail: Detail;
  /** Unix seconds by the clock of the server. */
  timestamp: number;
  retryAfterSeconds: number | undefined;
  ms: number;
};

/** Needs a server with DOCSVC_TRUSTED_PROXIES=127.0.0.1/32. */
export const callsFrom =
  (base: string) =>
  async <Detail = Record<string, string>>(method: string, path: string, sent: Sent = {}): Promise<Told<Detail>> => {
    const { token, body, headers, address = '127.0.0.1' } = sent;
    const startedAt = performance.now();
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(token !== undefined && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const told = (await response.json()) as Pick<Told<Detail>, 'status' | 'detail' | 'timestamp'>;
    const retryAfter = response.headers.get('retry-after');
    return {
      ...told,
      http: response.status,
      retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
      ms: performance.now() - startedAt,
    };
  };

export type CallFrom = ReturnType<typeof callsFrom>;

export const logIn = (call: CallFrom, email: string, password: string, address: string) =>
  call<{ token: string }>('POST', '/open/auth/login', { body: { email, password }, address });
