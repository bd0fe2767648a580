import { readFileSync } from 'node:fs';
import { nearestName } from './nearest.ts';

export type Environment = Record<string, string | undefined>;

/** Reads settings from the environment and collects what is wrong with them. */
export class SettingReader {
  readonly mistakes: string[] = [];
  /** The names that were asked for, with those of secret files. */
  readonly known = new Set<string>();
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  mistake(name: string, message: string): void {
    this.mistakes.push(`${name} ${message}`);
  }

  value<T>(name: string, fallback: string, parse: (value: string) => T): T {
    return this.#parse(name, this.#read(name) || fallback, parse, fallback);
  }

  optional<T>(name: string, parse: (value: string) => T): T | undefined {
    const value = this.#read(name);
    return value ? this.#parse(name, value, parse) : undefined;
  }

  /** Reads a secret from NAME, or from the file in NAME_FILE. Error messages never contain it. */
  secret<T>(name: string, parse: (value: string) => T): T | undefined {
    const file = this.#read(`${name}_FILE`);
    if (!file) return this.optional(name, parse);
    if (this.#read(name)) this.mistake(name, `and ${name}_FILE are both set: set only one`);
    try {
      return this.#parse(`${name}_FILE`, readFileSync(file, 'utf8').replace(/\r?\n$/, ''), parse);
    } catch {
      this.mistake(`${name}_FILE`, 'names a file that cannot be read');
      return undefined;
    }
  }

  /** Refuses settings that were never read: a misspelt one would otherwise have no effect. */
  refuseUnknown(): void {
    const known = [...this.known];
    for (const name of Object.keys(this.#env)) {
      if (!name.startsWith(PREFIX) || this.known.has(name) || NOT_SETTINGS.test(name)) continue;
      const near = nearestName(name.slice(PREFIX.length), known.map(bare));
      this.mistake(name, `is not a setting${near === undefined ? '' : `: did you mean ${PREFIX}${near}?`}`);
    }
  }

  #read(name: string): string | undefined {
    this.known.add(name);
    return this.#env[name];
  }

  #parse<T>(name: string, value: string, parse: (value: string) => T, fallback?: string): T {
    try {
      return parse(value);
    } catch (error) {
      this.mistake(name, (error as Error).message);
      return fallback === undefined ? (undefined as T) : parse(fallback);
    }
  }
}

const PREFIX = 'DOCSVC_';

const bare = (name: string): string => name.slice(PREFIX.length);

/** Variables of the tests and of clients, and those that Kubernetes adds to every container for a Service named `docsvc`. */
const NOT_SETTINGS =
  /^DOCSVC_(TEST_\w+|SERVER|TOKEN|TOKEN_FILE|MCP_TOKEN|SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_(TCP|UDP)\w*)$/;
