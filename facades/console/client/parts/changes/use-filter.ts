import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { oneOf } from '../one-of.ts';
import { useAddress } from '../use-address.ts';
import { DIRECTIONS, type Filter, SEVERITIES } from './changes.ts';

const WAIT_MS = 200;

/** The filter of a list of changes. The address follows it while the list is shown: a link or a reload restores it. */
export function useFilter(isShown = true) {
  const { params, change } = useAddress();
  const [filter, setFilter] = useState(() => readFilter(params));
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    const values = valuesOf(filter);
    if (!isShown || isLeaving || Object.entries(values).every(([name, value]) => (params.get(name) ?? '') === value))
      return;
    const timer = setTimeout(() => change(values, { replace: true, preventScrollReset: true }), WAIT_MS);
    return () => clearTimeout(timer);
  }, [filter, params, isShown, isLeaving, change]);
  return [filter, setFilter] as const;
}

function readFilter(params: URLSearchParams): Filter {
  const hidden = params.get('hide')?.split(',') ?? [];
  return {
    severities: SEVERITIES.filter(severity => !hidden.includes(severity)),
    unseenOnly: hidden.includes('SEEN'),
    direction: oneOf(DIRECTIONS, params.get('direction')) ?? 'all',
    text: params.get('q') ?? '',
  };
}

function valuesOf({ severities, unseenOnly, direction, text }: Filter) {
  const hidden = SEVERITIES.filter(severity => !severities.includes(severity));
  return {
    hide: [...hidden, ...(unseenOnly ? ['SEEN'] : [])].join(),
    direction: direction === 'all' ? '' : direction,
    q: text,
  };
}
