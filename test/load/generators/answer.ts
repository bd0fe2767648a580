/** Returns the `detail` of an envelope; `status` separates success from refusal. */
export function detailOf<Envelope extends { status: string; message: string }>(
  envelope: Envelope | undefined,
): Extract<Envelope, { status: 'OK' }> extends { detail: infer Detail } ? Detail : never {
  if (envelope?.status !== 'OK' || !('detail' in envelope))
    throw new Error(`${envelope?.status}: ${envelope?.message}`);
  return envelope.detail as never;
}

const { BASE = '', EMAIL = '', PASSWORD = '' } = process.env;
export const base = BASE;
export const account = { email: EMAIL, password: PASSWORD };
export const schema_content = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}';
