/** What a text calls itself and its version; undefined where it does not say. */
export type Names = { title?: string | undefined; version?: string | undefined };

export const namesInMarkdown = (text: string): Names => ({ title: /^# (.+)/m.exec(text)?.[1]?.trim() });

/** The part of a YAML text with its top-level key `info`: texts of many megabytes would hold up the page. */
const INFO = /^(?:info|"info"|'info')[ \t]*:[^\n]*(?:\n(?:[ \t\r#][^\n]*)?)*/m;

export async function namesInOpenApi(text: string): Promise<Names> {
  try {
    const { FAILSAFE_SCHEMA, load } = await import('js-yaml');
    const isJson = text.trimStart().startsWith('{');
    const content = isJson ? JSON.parse(text) : load(INFO.exec(text)?.[0] ?? '', { schema: FAILSAFE_SCHEMA });
    return { title: textOf(content.info.title), version: textOf(content.info.version) };
  } catch {
    // The service says what is wrong with the text.
    return {};
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
