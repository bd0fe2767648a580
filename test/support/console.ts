import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ElementHandle, HTTPRequest } from 'puppeteer-core';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { openStage, PATIENCE_MS, POLL_MS, type Stage, type Tab } from './browser.ts';
import { type Person, type Seed, seed, seedPassword } from './seed.ts';

/** The console in a real browser. */
export type Console = Seed & {
  app: TestApp;
  base: string;
  stage: Stage;
  /**
   * A signed-in tab at an address. It has the state of a tab whose user signed in and reloaded the page: the form of the
   * console, which has tests of its own, would cost more than most pages.
   */
  tab(person: Pick<Person, 'email'>, path?: string): Promise<ConsoleTab>;
  /** A tab without a session. */
  stranger(path?: string): Promise<ConsoleTab>;
};

export type ConsoleTab = Tab & {
  go(path: string): Promise<void>;
  /** Waits until the page shows this text. */
  sees(text: string): Promise<void>;
  /** Waits until the page no longer shows this text. */
  misses(text: string): Promise<void>;
  /**
   * Presses the button, link, tab or menu item with this name, or whose name begins with it when it ends with `:` or `,`;
   * `within` is a part of the page.
   */
  press(name: string, within?: string): Promise<void>;
  /** Types into the field with this label, and replaces its value. */
  fill(label: string, text: string): Promise<void>;
  text(): Promise<string>;
  /** Saves a screenshot to the folder SCREENSHOT, if it is set. */
  shot(name: string): Promise<void>;
  /** The problems that axe and other rules find on the page, in desktop and phone width, light and dark. */
  auditEverywhere(name: string): Promise<void>;
};

/** In the page: the element that holds the text of the editor. */
export const EDITOR = "document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content')";

/** Stops what the page looks for regularly. */
export const STOP_TIMERS = 'for (let timer = setInterval(() => {}, 1e9); timer > 0; timer -= 1) clearInterval(timer)';

/** The next request of this operation has no answer. Without `reach`, it does not reach the service either. */
export async function failNext(
  { page }: Tab,
  operation: string,
  reach: (request: HTTPRequest) => Promise<unknown> = async () => {},
): Promise<void> {
  let isFailed = false;
  await page.setRequestInterception(true);
  page.on('request', async request => {
    if (isFailed || !request.postData()?.includes(`${operation}(`)) return request.continue();
    isFailed = true;
    await reach(request);
    return request.abort();
  });
}

/** The service gets the next request of this operation, but its answer is lost. */
export const loseNextAnswer = (tab: Tab, operation: string): Promise<void> =>
  failNext(tab, operation, request =>
    fetch(request.url(), { method: 'POST', headers: request.headers(), body: request.postData() ?? '' }),
  );

export async function openConsole(app: TestApp): Promise<Console> {
  const people = await seed(app);
  const stage = await openStage(app);
  async function stranger(path = '/'): Promise<ConsoleTab> {
    const tab = extend(await stage.tab(), stage.base);
    await tab.look({});
    await tab.go(path);
    return tab;
  }
  return {
    ...people,
    app,
    base: stage.base,
    stage,
    stranger,
    async tab({ email }, path = '/') {
      const tab = extend(await stage.tab(), stage.base);
      await tab.look({});
      await openSignedIn(tab, await logIn(app, email), path);
      return tab;
    },
  };
}

/** The session that the console stores: the answer to its login. */
type ConsoleSession = { token: string; expiresAt: string; user: { id: string } };

async function logIn(app: TestApp, email: string, password = seedPassword): Promise<ConsoleSession> {
  const { data } = await app.graphql<{ login: ConsoleSession }>(
    'mutation($input: LoginInput!) { login(input: $input) { token expiresAt user { id email name isSuperAdmin } } }',
    { input: { email, password } },
  );
  return data.login;
}

/** Stores the session before the scripts of the page run, and only for this page: a later one has what is left of it. */
async function openSignedIn({ page, go, until }: ConsoleTab, session: ConsoleSession, path: string): Promise<void> {
  const stored = { 'docsvc.session': JSON.stringify(session), 'docsvc.last-user': session.user.id };
  const { identifier } = await page.evaluateOnNewDocument(`Object.assign(sessionStorage, ${JSON.stringify(stored)})`);
  await go(path);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
  await until("document.querySelector('.shell-head') !== null");
}

/** Signs in by the form. */
export async function signIn(tab: ConsoleTab, email: string, password = seedPassword): Promise<void> {
  await tab.fill('Email', email);
  await tab.fill('Password', password);
  await tab.press('Sign in');
  await tab.until("document.querySelector('.shell-head') !== null");
}

/** The rules of axe about colours. Only these run in dark mode, which differs from light mode only by its colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Elements with a pointer cursor that cannot be focused, so that keyboard users cannot reach them. */
const ONLY_BY_MOUSE = `[...document.querySelectorAll('#app *')]
  .filter(one => getComputedStyle(one).cursor === 'pointer' && one.checkVisibility()
    && one.closest('a[href], button, input, select, textarea, summary, label, [tabindex]') === null)
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;

/** With text of twice the size: elements that are cut, and the overflow of the page in pixels. */
const CUT_WHEN_ENLARGED = `new Promise(done => {
  const { style } = document.documentElement;
  style.fontSize = '200%';
  setTimeout(() => {
    const cut = [...document.querySelectorAll('#app :is(h1, h2, a, button, label, .mantine-Badge-label)')]
      .filter(one => one.checkVisibility() && getComputedStyle(one).overflowX !== 'visible'
        && one.scrollWidth > one.clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
    const overflow = document.documentElement.scrollWidth - innerWidth;
    style.fontSize = '';
    done(overflow > 0 ? [...cut, 'page: ' + overflow + ' px'] : cut);
  }, 50);
})`;

/** Accessible names that several buttons of one list share: screen reader users cannot tell their rows apart. */
const EQUAL_NAMES = `[...document.querySelectorAll('ul.rows, .review-main, .review-side')].flatMap(list => {
  const buttons = [...list.querySelectorAll('button:not([aria-expanded]), select')].filter(one => one.checkVisibility());
  const names = buttons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
  return names.filter((name, index) => names.indexOf(name) !== index);
})`;

const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/** How long to wait for the event of a click, because the page may be busy. */
const HEARD_MS = 3_000;

function extend(tab: Tab, base: string): ConsoleTab {
  const { page } = tab;
  /** A selector of elements by role and accessible name. */
  const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
  const ofAnyRole = (name: string) => `::-p-aria([name="${name}"])`;
  /**
   * Waits for the first element that a selector finds. Polls, because a selector that waits would compute the names of
   * all elements at each change of the page. An error, while the page navigates, counts as no element.
   */
  async function find([usual, ...others]: string[], ofAnyRole = ''): Promise<ElementHandle> {
    const look = (selector = '') => page.$(selector).catch(() => null);
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await delay(POLL_MS)) {
      const found = await look(usual);
      if (found !== null) return found;
      // One look for all other roles: each computes the names of the whole page.
      if (others.length === 0 || (await look(ofAnyRole)) === null) continue;
      for (const selector of others) {
        const other = await look(selector);
        if (other !== null) return other;
      }
    }
    throw new Error(`Nothing is ${usual}\n${tab.noise.join('\n')}\n${await console.text()}`);
  }
  /** Waits until an element stops moving and no modal dialog covers it. */
  const settle = (found: ElementHandle): Promise<void> =>
    found.evaluate(element => {
      const placed = () => JSON.stringify(element.getBoundingClientRect());
      const isCovered = () => document.querySelector('[aria-modal="true"]')?.contains(element) === false;
      return new Promise<void>(resolve => {
        const look = (before: string) =>
          requestAnimationFrame(() => (placed() === before && !isCovered() ? resolve() : look(placed())));
        requestAnimationFrame(() => look(placed()));
      });
    });
  /** Returns whether the element received the click. If the page moves meanwhile, another element receives it. */
  async function click(found: ElementHandle): Promise<boolean> {
    const state = await found.evaluateHandle(element => {
      const heard = { isHeard: false };
      element.addEventListener('click', () => Object.assign(heard, { isHeard: true }), { once: true, capture: true });
      return heard;
    });
    await found.click().catch(() => undefined);
    for (const deadline = performance.now() + HEARD_MS; performance.now() < deadline; await delay(POLL_MS))
      // If the page is gone, the click has navigated.
      if (await state.evaluate(({ isHeard }) => isHeard).catch(() => true)) return true;
    return false;
  }
  const console: ConsoleTab = {
    ...tab,
    async go(path) {
      await page.goto(`${base}${path}`);
    },
    async until(expression) {
      await tab.until(expression).catch(async () => {
        const last = await tab.read(expression).catch(String);
        throw new Error(
          `never true: ${expression}\nat last: ${last}\n${tab.noise.join('\n')}\n${await console.text()}`,
        );
      });
    },
    async sees(text) {
      const shows = `document.body.innerText.includes(${JSON.stringify(text)})`;
      await tab
        .until(shows)
        .catch(async () => expect(`${tab.noise.join('\n')}\n${await console.text()}`).toContain(text));
    },
    async misses(text) {
      await tab.until(`!document.body.innerText.includes(${JSON.stringify(text)})`);
    },
    async press(name, within = '') {
      const roles = ['button', 'link', 'tab', 'menuitem', 'checkbox', 'option', 'radio'];
      const selectors = /[:,]$/.test(name)
        ? [`[aria-label^=${JSON.stringify(name)}]`]
        : roles.map(role => named(role, name));
      const placed = selectors.map(selector => `${within} ${selector}`.trim());
      for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
        const found = await find(placed, `${within} ${ofAnyRole(name)}`.trim());
        await settle(found);
        if (await click(found)) return;
        // It may be in view but below a part that stays in place, where Puppeteer does not scroll.
        await found.evaluate(element => element.scrollIntoView({ block: 'center' })).catch(() => undefined);
      }
      throw new Error(`Nothing heard the click on ${name}\n${await console.text()}`);
    },
    async fill(label, text) {
      const roles = ['textbox', 'searchbox', 'combobox'];
      const found = await find([...roles.map(role => named(role, label)), ofAnyRole(label)], ofAnyRole(label));
      await found.focus();
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      if (text === '') await page.keyboard.press('Delete');
      else await page.keyboard.sendCharacter(text);
    },
    text: () => tab.read('document.body.innerText'),
    async shot(name) {
      if (!process.env.SCREENSHOT) return;
      mkdirSync(process.env.SCREENSHOT, { recursive: true });
      await page.screenshot({ path: `${process.env.SCREENSHOT}/${name}.png` });
    },
    async auditEverywhere(name) {
      for (const [width, size] of Object.entries(WIDTHS))
        for (const dark of [false, true]) {
          await tab.look({ ...size, dark });
          await console.shot(`${name}-${width}-${dark ? 'dark' : 'light'}`);
          expect([name, width, dark, await tab.audit(dark ? COLOR_RULES : undefined)]).toEqual([name, width, dark, []]);
          const overflow = await tab.read<number>('document.documentElement.scrollWidth - innerWidth');
          expect([name, width, overflow <= 0]).toEqual([name, width, true]);
          if (!dark) expect([name, width, await tab.read(CUT_WHEN_ENLARGED)]).toEqual([name, width, []]);
        }
      await tab.look({});
      expect([name, await tab.read(ONLY_BY_MOUSE)]).toEqual([name, []]);
      expect([name, await tab.read(EQUAL_NAMES)]).toEqual([name, []]);
    },
  };
  return console;
}
