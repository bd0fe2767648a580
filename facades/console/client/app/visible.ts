import { useEffect, useState } from 'react';

const isVisible = () => document.visibilityState === 'visible';

/** Calls `look` now and every `everyMs`, only while the page is visible. */
export function useWhileVisible(look: () => void, everyMs: number): void {
  const [visible, setVisible] = useState(isVisible);
  useEffect(() => {
    const note = () => setVisible(isVisible());
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  useEffect(() => {
    if (!visible) return;
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [visible, look, everyMs]);
}
