import { Button, Checkbox, Menu, NativeSelect, TextInput } from '@mantine/core';
import type { Change } from './change.ts';
import { DIRECTIONS, type Direction, type Filter, SEVERITIES, type Severity, shownSeverity } from './changes.ts';

const NAMES: Record<Severity, string> = { BREAKING: '■ Breaking', WARNING: '▲ Warnings', INFO: '● Non-breaking' };

type Props = {
  /** Changes of Markdown have no severity and no direction. */
  isMarkdown: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  changes: readonly Change[];
  shown: readonly Change[];
  /** Present if the reader can mark changes as seen. */
  seen?: { keys: ReadonlySet<string>; isReadOnly: boolean; mark(changes: readonly Change[], seen: boolean): void };
};

export function Filters({ isMarkdown, filter, onFilter, changes, shown, seen }: Props) {
  const countOf = (severity: Severity) => changes.filter(change => shownSeverity(change) === severity).length;
  const hasAccepted = changes.some(({ ignored }) => ignored);
  return (
    <search className="row filters">
      {(isMarkdown ? [] : SEVERITIES).map(severity => (
        <Checkbox
          key={severity}
          label={`${NAMES[severity]}${severity === 'INFO' && hasAccepted ? ' or accepted' : ''} (${countOf(severity)})`}
          checked={filter.severities.includes(severity)}
          onChange={() =>
            onFilter({
              ...filter,
              severities: SEVERITIES.filter(each => filter.severities.includes(each) !== (each === severity)),
            })
          }
        />
      ))}
      {seen && (
        <Checkbox
          label="Not seen only"
          checked={filter.unseenOnly}
          onChange={() => onFilter({ ...filter, unseenOnly: !filter.unseenOnly })}
        />
      )}
      {!isMarkdown && (
        <NativeSelect
          aria-label="Direction"
          size="xs"
          value={filter.direction}
          onChange={event => onFilter({ ...filter, direction: event.currentTarget.value as Direction })}
          data={Object.entries(DIRECTIONS).map(([value, label]) => ({ value, label }))}
        />
      )}
      <TextInput
        aria-label={isMarkdown ? 'Filter by text' : 'Filter by path, name or rule'}
        placeholder={isMarkdown ? 'Text' : 'Path, name or rule'}
        size="xs"
        maxLength={200}
        value={filter.text}
        onChange={event => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      {seen && (
        <Menu transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button size="compact-sm" variant="default">
              {seen.keys.size} of {changes.length} seen
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={seen.isReadOnly} onClick={() => seen.mark(shown, true)}>
              Mark the {shown.length} shown as seen
            </Menu.Item>
            <Menu.Item disabled={seen.isReadOnly} onClick={() => seen.mark(shown, false)}>
              Mark them as not seen
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </search>
  );
}
