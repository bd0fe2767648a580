import { useEffect, useRef } from 'react';

/**
 * A place for an editor. CodeMirror writes its styles into <style> elements, which the Content-Security-Policy forbids,
 * but into constructed style sheets inside of a shadow root.
 */
export function useShadowHost(mount: (root: ShadowRoot, parent: HTMLElement) => () => void, key: unknown) {
  const host = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted again when the key changes only.
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const parent = document.createElement('div');
    root.replaceChildren(parent);
    return mount(root, parent);
  }, [key]);
  return host;
}
