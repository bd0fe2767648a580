import { useEffect, useRef } from 'react';

/**
 * Mounts an editor in a shadow root, again when `key` changes. There, CodeMirror uses constructed style sheets;
 * elsewhere it would write <style> elements, which the Content-Security-Policy forbids. `mount` returns its clean-up.
 */
export function useShadowHost(mount: (root: ShadowRoot, parent: HTMLElement) => () => void, key: unknown) {
  const host = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounts again only when the key changes.
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const parent = document.createElement('div');
    root.replaceChildren(parent);
    return mount(root, parent);
  }, [key]);
  return host;
}
