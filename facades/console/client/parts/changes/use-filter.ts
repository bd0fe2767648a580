import { useEffect, useState } from 'react';
import { useNavigation, useNavigationType } from 'react-router';
import { oneOf } from '../one-of.ts';
import { useAddress } from '../use-address.ts';
import { DIRECTIONS, type Filter, SEVERITIES } from './changes.ts';

const WAIT_MS = 200;

/** The filter of a list of changes. The address follows it in each view: a link, a reload or Back restores it. */
export function useFilter() {
  const { params, change } = useAddress();
  const [filter, setFilter] = useState(() => readFilter(params));
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    if (isReturn) setFilter(readFilter(params));
  }, [params, isReturn]);
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    const values = valuesOf(filter);
    if (isLeaving || Object.entries(values).every(([name, value]) => (params.get(name) ?? '') === value)) return;
    const timer = setTimeout(() => change(values, { replace: true, preventScrollReset: true }), WAIT_MS);
    return () => clearTimeout(timer);
  }, [filter, params, isLeaving, change]);
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
