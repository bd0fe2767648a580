import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { fieldError, type Problem } from '../../app/errors.ts';
import { useFileDrop } from '../../app/file-drop.ts';
import { useKept } from '../../app/kept.ts';
import { NOT_UTF8, readText } from '../../app/read-text.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { CheckPanel } from './check-panel.tsx';
import { useCheck } from './use-check.ts';
import { useDraftText } from './use-draft-text.ts';
import { useVersionName } from './use-version-name.ts';

const CodeEditor = lazy(async () => ({ default: (await import('../../editor/code-editor.tsx')).CodeEditor }));

export type DraftValues = { content: string; versionName: string; changelog: string; branchId: string };

type Branch = { id: string; name: string };

type Props = {
  /** Key prefix under which the typed text survives a reload. */
  keptAs: string;
  initial: DraftValues;
  branches: Branch[];
  isMarkdown: boolean;
  problem: Problem | undefined;
  /** True while the draft is being sent: the fields are read-only. */
  busy: boolean;
  /** Disables the buttons that send the draft. */
  isBlocked?: boolean;
  /** Shown above the text, unless that is a file as it was chosen, which has replaced typed text. */
  notice?: ReactNode;
  children?: ReactNode;
  onSend: (values: DraftValues, submit: boolean) => void;
};

/** The form of a draft: its text with the check, its version name and its changelog. */
export function DraftForm(props: Props) {
  const { keptAs, initial, branches, isMarkdown, problem, busy, isBlocked = false, notice, children, onSend } = props;
  const { content, given, isFile, replaced, type, takeFile, bringBack } = useDraftText(keptAs, initial.content);
  const [changelog, setChangelog] = useKept(`${keptAs}:changelog`, initial.changelog);
  const [chosenId, setBranchId] = useKept(`${keptAs}:branch:${initial.branchId}`, initial.branchId);
  const branchId = branches.some(({ id }) => id === chosenId) ? chosenId : initial.branchId;
  const [isPreview, setPreview] = useState(false);
  const state = useCheck(branchId, content, isPreview);
  const { check } = state;
  const { versionName, setVersionName, isUnnamed } = useVersionName(keptAs, initial.versionName, check);
  const marks = useMemo(
    () => [
      ...(check?.problems ?? []).map(each => ({ ...each, line: each.line ?? 1, severity: 'error' as const })),
      ...(check?.warnings ?? []).map(each => ({ ...each, line: each.line ?? 1, severity: 'warning' as const })),
    ],
    [check],
  );
  const [isRefused, setRefused] = useState(false);
  function take(text: string | undefined) {
    if (busy) return;
    setRefused(text === undefined);
    if (text !== undefined) takeFile(text);
  }
  const isOver = useFileDrop(true, take);
  const isReady = !isBlocked && versionName.trim() !== '' && check?.problems.length === 0 && !state.isChecking;
  const [isSubmit, setSubmit] = useState(true);
  function send(submit: boolean) {
    setSubmit(submit);
    onSend({ content: String(content), versionName: versionName.trim(), changelog, branchId }, submit);
  }
  return (
    <form
      className="edit-columns wide"
      onSubmit={event => {
        event.preventDefault();
        send(true);
      }}
    >
      <div className="stack tight edit-main" data-over={isOver || undefined}>
        {!(isFile && replaced) && notice}
        <div className="row">
          <ChooseFile
            accept=".yaml,.yml,.json,.md,.markdown,.txt"
            size="compact-sm"
            disabled={busy}
            onChoose={async file => take(await readText(file))}
          />
          {isMarkdown && (
            <SegmentedControl
              aria-label="View"
              size="xs"
              value={isPreview ? 'preview' : 'text'}
              onChange={value => setPreview(value === 'preview')}
              transitionDuration={0}
              data={[
                { value: 'text', label: 'Text' },
                { value: 'preview', label: 'Preview' },
              ]}
            />
          )}
          <span className="dim small">
            or drop it anywhere on this page, paste it, or type. Press Escape, then Tab, to leave the editor.
          </span>
        </div>
        <ProblemAlert problem={isRefused ? NOT_UTF8 : undefined} />
        <div className="row" role="status">
          {replaced && (
            <>
              {isFile ? 'The file has replaced what you typed.' : 'There is another text that you typed or chose.'}
              <Button variant="default" size="compact-sm" disabled={busy} onClick={bringBack}>
                {isFile ? 'Bring back what I typed' : 'Change to that text'}
              </Button>
            </>
          )}
        </div>
        {isPreview && (
          <div className="card preview" aria-busy={state.isChecking}>
            {check?.html ? <SafeHtml html={check.html} /> : <p className="dim flush">Nothing to show yet.</p>}
          </div>
        )}
        <Suspense fallback={<p className="late">Loading the editor…</p>}>
          <CodeEditor
            given={given}
            isHidden={isPreview}
            isReadOnly={busy}
            isMarkdown={isMarkdown}
            label="Text of the draft"
            marks={marks}
            onChange={type}
          />
        </Suspense>
      </div>
      <div className="stack edit-side">
        {branches.length > 1 ? (
          <NativeSelect
            label="Branch"
            value={branchId}
            onChange={event => setBranchId(event.currentTarget.value)}
            data={branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          <p className="flush">
            Branch <strong>{branches[0]?.name}</strong>
          </p>
        )}
        <TextInput
          label="Version"
          required
          readOnly={busy}
          value={versionName}
          maxLength={100}
          description={
            check?.versionName
              ? `The text says ${check.versionName}`
              : isMarkdown
                ? 'Such as 1.1.0'
                : 'Proposed from the text'
          }
          onChange={event => setVersionName(event.currentTarget.value)}
          error={fieldError(problem, 'versionName')}
        />
        <Textarea
          label="What changes, and why"
          description="For the reviewer"
          readOnly={busy}
          value={changelog}
          rows={3}
          maxLength={20_000}
          onChange={event => setChangelog(event.currentTarget.value)}
        />
        <ProblemAlert problem={problem} withFields />
        <p className="flush" role="status">
          {isUnnamed && 'Name the version to submit or save the draft.'}
        </p>
        <div className="row">
          <SubmitButton busy={busy && isSubmit} disabled={!isReady || busy}>
            Submit for review
          </SubmitButton>
          <SubmitButton
            type="button"
            variant="default"
            busy={busy && !isSubmit}
            disabled={!isReady || busy}
            onClick={() => send(false)}
          >
            Save as draft
          </SubmitButton>
          {children}
        </div>
        <CheckPanel {...state} />
      </div>
    </form>
  );
}
