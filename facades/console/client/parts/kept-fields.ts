import { type FormEvent, useCallback } from 'react';
import { forget, keep, readKept } from '../app/kept.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const KINDS = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement];

/** Whether a field is never stored: a password or key, by its `autocomplete`; or `data-kept="no"`, where a forgotten tick would harm. */
const isNeverKept = ({ autocomplete, dataset }: Field): boolean =>
  /^off$|-password$/.test(autocomplete) || dataset.kept === 'no';

const fieldsOf = (form: HTMLFormElement): Field[] =>
  ([...form.elements] as Field[]).filter(
    field => KINDS.some(kind => field instanceof kind) && field.name !== '' && !isNeverKept(field),
  );

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

function isChanged(field: Field): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  return field.selectedIndex !== Math.max(0, options.map(({ defaultSelected }) => defaultSelected).lastIndexOf(true));
}

const keyOf = (keptAs: string): string => `form:${keptAs}`;

/** Stores the fields that the user changed. The other fields show the current values when the form opens again. */
function keepFields(keptAs: string, form: HTMLFormElement): void {
  const changed = fieldsOf(form)
    .filter(isChanged)
    .map(field => [field.name, isTick(field) ? field.checked : field.value]);
  if (changed.length === 0) forget(keyOf(keptAs));
  else keep(keyOf(keptAs), JSON.stringify(Object.fromEntries(changed)));
}

function restoreFields(keptAs: string, form: HTMLFormElement): void {
  const kept: Record<string, string | boolean> = JSON.parse(String(readKept(keyOf(keptAs)) ?? '{}'));
  for (const field of fieldsOf(form)) {
    const value = kept[field.name];
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value;
    else if (value !== undefined) field.value = value;
  }
}

/** Props of a form whose typed values survive a reload, under `keptAs`; without it, nothing is stored. */
export function useKeptFields(keptAs: string | undefined) {
  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      if (form !== null && keptAs !== undefined) restoreFields(keptAs, form);
    },
    [keptAs],
  );
  return {
    ref,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
      keptAs !== undefined && keepFields(keptAs, currentTarget),
    forget: () => keptAs !== undefined && forget(keyOf(keptAs)),
  };
}
