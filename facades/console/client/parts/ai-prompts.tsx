import { Checkbox, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../app/act.ts';
import { graphql } from '../app/graphql.ts';
import type { AiPromptKey, AiPromptsQuery } from '../gql/graphql.ts';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemAlert } from '../shell/problem.tsx';
import { isOn, PRESENT, variablesOf } from './ai-scope.ts';
import { changedFields } from './changed-fields.ts';
import { holdsValues, valuesOf } from './form-dialog.tsx';
import { useKeptFields } from './kept-fields.ts';
import { SubmitButton } from './submit-button.tsx';

const PROMPTS = graphql(`
  query AiPrompts($projectId: ID) {
    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }
  }
`);

const SAVE_PROMPT = graphql(`
  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }
`);

type Prompt = NonNullable<AiPromptsQuery['aiPrompts']>[number];

const PROMPT_NAMES: Record<AiPromptKey, string> = {
  DRAFT_REVIEW_SUMMARY: 'Summary of a draft for its reviewer',
  VERSION_CHANGE_SUMMARY: 'Summary of a version for its readers',
  DIFF_CHANGE_SUMMARY: 'Explanation of a comparison',
  PAGE_CHAT: 'Chat',
};

/** The prompts of one project, or of the system without `projectId`. */
export function AiPrompts({ projectId }: { projectId: string | undefined }) {
  const [result, refresh] = useQuery({ ...PRESENT, query: PROMPTS, variables: variablesOf(projectId) });
  return (
    <section className="stack" aria-label="Prompts">
      <h2 className="section-title">Prompts</h2>
      <Loaded result={result} read={data => data.aiPrompts} retry={refresh} noun="prompt">
        {prompts =>
          prompts.map(prompt => (
            <PromptForm
              key={prompt.promptKey}
              {...{ prompt, projectId }}
              saved={() => refresh({ requestPolicy: 'network-only' })}
            />
          ))
        }
      </Loaded>
    </section>
  );
}

/** A text area in which nothing was typed shows the stored text, also when others have changed it: React keeps the first one. */
function useStoredText(stored: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const shown = useRef(stored);
  useEffect(() => {
    if (area.current?.value === shown.current) area.current.value = stored;
    shown.current = stored;
  }, [stored]);
  return area;
}

type PromptProps = { prompt: Prompt; projectId: string | undefined; saved: () => void };

function PromptForm({ prompt, projectId, saved }: PromptProps) {
  const { act, busy, problem } = useAct(SAVE_PROMPT);
  const [isSaved, setIsSaved] = useState(false);
  const { promptKey, source, enabled, systemPrompt, userPromptTemplate } = prompt;
  const { forget, ...kept } = useKeptFields(`prompt:${promptKey}:${projectId ?? ''}`);
  return (
    <details className="card">
      <summary>
        {PROMPT_NAMES[promptKey]} <span className="dim">({source.toLowerCase()})</span>
      </summary>
      <form
        className="stack"
        aria-label={PROMPT_NAMES[promptKey]}
        {...kept}
        onChange={() => setIsSaved(false)}
        onSubmit={async event => {
          event.preventDefault();
          const form = event.currentTarget;
          const values = valuesOf(form);
          const { systemPrompt: role = '', userPromptTemplate: request = '' } = values;
          const sent = { systemPrompt: role, userPromptTemplate: request, enabled: isOn(values.enabled) };
          const changes = changedFields(sent, { systemPrompt, userPromptTemplate, enabled });
          const input = { promptKey, ...variablesOf(projectId) };
          if (changes && !(await act({ input: { ...input, ...changes } }))) return;
          if (holdsValues(form, values)) {
            setIsSaved(true);
            forget();
          }
          saved();
        }}
      >
        <ProblemAlert problem={problem} />
        <Checkbox
          // Shows the stored value when others have changed it.
          key={`enabled ${enabled}`}
          name="enabled"
          label="Enabled"
          description={
            projectId === undefined ? 'Otherwise the default text is used.' : 'Otherwise that of the system is used.'
          }
          defaultChecked={enabled}
        />
        <Textarea
          ref={useStoredText(systemPrompt)}
          name="systemPrompt"
          label="Role and task"
          defaultValue={systemPrompt}
          autosize
          minRows={4}
          maxRows={16}
        />
        <Textarea
          ref={useStoredText(userPromptTemplate)}
          name="userPromptTemplate"
          label="Request"
          description="{{context}} stands for the data, {{message}} for the question of a chat."
          defaultValue={userPromptTemplate}
          autosize
          minRows={3}
          maxRows={16}
        />
        <div className="row">
          <SubmitButton busy={busy} aria-label={`Save the prompt: ${PROMPT_NAMES[promptKey]}`}>
            Save the prompt
          </SubmitButton>
          <span role="status">{isSaved && 'Saved'}</span>
        </div>
      </form>
    </details>
  );
}
