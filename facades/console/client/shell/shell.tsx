import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType } from 'react-router';
import { useSessionState } from '../app/session.ts';
import { SignInPage } from '../pages/sign-in/sign-in.tsx';
import { JumpLink } from '../parts/jump-link.tsx';
import { WithNames } from '../parts/words.tsx';
import { AgainProvider } from './again.ts';
import { Header } from './header.tsx';
import { LateProblems } from './late-problems.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Progress } from './progress.tsx';
import { useLatePlace } from './use-late-place.ts';
import { WaitingProvider } from './waiting.tsx';

/**
 * The frame of every page. Without a session it shows the sign-in page instead. Address and history stay the same, so
 * the user is on the requested page after the sign-in.
 */
export function Shell() {
  const { session } = useSessionState();
  if (session === undefined)
    return (
      <div className="shell">
        <OfflineBanner />
        <SignInPage />
      </div>
    );
  return (
    <WaitingProvider>
      <JumpLink to="main" className="skip-link">
        Skip to the page
      </JumpLink>
      <div className="shell">
        <Header />
        <OfflineBanner />
        <PageProgress />
        <LateProblems />
        <Main />
      </div>
    </WaitingProvider>
  );
}

function Main() {
  const main = useRef<HTMLElement>(null);
  const { pathname, state, key } = useLocation();
  const { keepsFocus = false, done = '' } = (state ?? {}) as { keepsFocus?: boolean; done?: string };
  // The history keeps the state of a page, also for another person who signs in: show only what was just done.
  const isPush = useNavigationType() === 'PUSH';
  const [begunAt] = useState(key);
  const shown = useRef(pathname);
  const [tries, setTries] = useState(0);
  useLatePlace();
  // Focus the new page, so that screen readers read it from its beginning.
  useEffect(() => {
    if (shown.current !== pathname && !keepsFocus) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname, keepsFocus]);
  return (
    <main id="main" className="shell-main" tabIndex={-1} ref={main}>
      <p className="outcome" role="status">
        {isPush && key !== begunAt && <WithNames text={done} />}
      </p>
      <AgainProvider value={() => setTries(tries + 1)}>
        <Outlet key={`${objectOf(pathname)} ${tries}`} />
      </AgainProvider>
      <ScrollRestoration />
    </main>
  );
}

/**
 * The object of an address, such as `/projects/ID`. The page of another object is mounted again: a form keeps the values
 * with which it was mounted, and would save those of one project to the other.
 */
const objectOf = (pathname: string): string => pathname.split('/', 3).join('/');

/** Shows progress if the chunk of a page takes longer than 300 ms to load. */
function PageProgress() {
  const { state } = useNavigation();
  return state === 'loading' ? <Progress label="Loading the page" /> : null;
}
