import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../app/act.ts';
import { fieldError } from '../app/errors.ts';
import { graphql } from '../app/graphql.ts';
import type { AiApiMode, AiProviderQuery } from '../gql/graphql.ts';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemAlert } from '../shell/problem.tsx';
import { AiPrompts } from './ai-prompts.tsx';
import { isOn, PRESENT, variablesOf } from './ai-scope.ts';
import { changedFields } from './changed-fields.ts';
import { holdsValues, valuesOf } from './form-dialog.tsx';
import { useKeptFields } from './kept-fields.ts';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

const PROVIDER = graphql(`
  query AiProvider($projectId: ID) {
    aiProvider(projectId: $projectId) {
      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4
    }
  }
`);

const SAVE = graphql(`mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }`);

const TEST = graphql(`
  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }
`);

const number = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

function inputOf(values: Record<string, string>) {
  const { name = '', baseUrl = '', model = '', apiMode, apiKey = '', temperature, timeoutMs, maxOutputTokens } = values;
  return {
    ...(name !== '' && { name }),
    ...(baseUrl !== '' && { baseUrl }),
    ...(model !== '' && { model }),
    apiMode: apiMode as AiApiMode,
    ...(apiKey !== '' && { apiKey }),
    ...(isOn(values.removeApiKey) && { removeApiKey: true }),
    ...(number(temperature) !== undefined && { temperature: number(temperature) as number }),
    ...(number(timeoutMs) !== undefined && { timeoutMs: number(timeoutMs) as number }),
    ...(number(maxOutputTokens) !== undefined && { maxOutputTokens: number(maxOutputTokens) as number }),
  };
}

type ShownProvider = NonNullable<AiProviderQuery['aiProvider']>;

/** What the form sends: all fields the first time, later those that differ from the shown ones. */
function changesOf(values: Record<string, string>, shown: ShownProvider) {
  const sent = { ...inputOf(values), enabled: isOn(values.enabled) };
  const { name, baseUrl, model, temperature, timeoutMs, maxOutputTokens, enabled, apiMode } = shown;
  if (name === null) return sent;
  return changedFields<Partial<typeof sent>>(sent, {
    ...{ name, baseUrl, model, temperature, timeoutMs, maxOutputTokens, enabled, apiMode },
  });
}

/**
 * The AI provider and its prompts: of one project, or of the system without `projectId`. Those of an archived project can only be
 * read.
 */
export const AiSettings = ({ projectId, isArchived = false }: { projectId?: string; isArchived?: boolean }) => (
  <fieldset className="stack narrow-column bare" disabled={isArchived}>
    {isArchived && <p className="flush">The project is archived: its settings can only be read.</p>}
    <Provider projectId={projectId} />
    <AiPrompts projectId={projectId} />
  </fieldset>
);

/** A field with a stored value cannot be left empty: an absent value keeps the stored one. */
const filled = (value: string | null | undefined) => ({
  defaultValue: value ?? '',
  required: Boolean(value),
  withAsterisk: false,
});

function Provider({ projectId }: { projectId: string | undefined }) {
  const [result, refresh] = useQuery({ ...PRESENT, query: PROVIDER, variables: variablesOf(projectId) });
  const save = useAct(SAVE);
  const test = useAct(TEST);
  const [said, setSaid] = useState('');
  const { forget, ...kept } = useKeptFields(`provider:${projectId ?? ''}`);
  const scope = variablesOf(projectId);
  const problem = save.problem ?? test.problem;
  async function submit(form: HTMLFormElement, shown: ShownProvider) {
    save.forget();
    test.forget();
    setSaid('');
    const values = valuesOf(form);
    const changes = changesOf(values, shown);
    if (changes && !(await save.act({ input: { ...scope, ...changes } }))) return;
    if (holdsValues(form, values)) {
      setSaid('Saved');
      forget();
      // A stored key is not sent again: it would undo a newer one.
      (form.elements.namedItem('apiKey') as HTMLInputElement).value = '';
      const remove = form.elements.namedItem('removeApiKey') as HTMLInputElement | null;
      if (remove) remove.checked = false;
    }
    refresh({ requestPolicy: 'network-only' });
  }
  async function tryIt(form: HTMLFormElement | null) {
    if (!form?.reportValidity()) return;
    save.forget();
    setSaid('');
    const values = valuesOf(form);
    // With nothing entered, the provider in effect is tested.
    const isEmpty = !(values.name || values.baseUrl || values.model || values.apiKey);
    const done = await test.act({ input: { ...scope, ...(isEmpty ? {} : inputOf(values)) } });
    const answer = done?.testAiProvider;
    if (answer && holdsValues(form, values))
      setSaid(`${answer.model} answered in ${answer.latencyMs} ms: ${answer.content}`);
  }
  return (
    <Loaded result={result} read={data => data.aiProvider} retry={refresh} noun="provider">
      {provider => (
        <form
          className="stack"
          {...kept}
          onChange={() => setSaid('')}
          onSubmit={event => {
            event.preventDefault();
            void submit(event.currentTarget, provider);
          }}
        >
          <h2 className="section-title">Provider</h2>
          <p className="dim">
            {projectId === undefined
              ? 'For every project without its own provider.'
              : 'For this project, instead of the provider of the system.'}
          </p>
          <ProblemAlert problem={problem} withFields />
          <Checkbox
            // Shows the stored value when others have changed it, as the select below does: React changes neither by itself.
            key={`enabled ${provider.enabled}`}
            name="enabled"
            label="Enabled"
            defaultChecked={provider.enabled}
          />
          <TextInput name="name" label="Name" {...filled(provider.name)} error={fieldError(problem, 'name')} />
          <TextInput
            name="baseUrl"
            label="Base URL"
            placeholder="https://models.example.com/v1"
            {...filled(provider.baseUrl)}
            error={fieldError(problem, 'baseUrl')}
          />
          <TextInput name="model" label="Model" {...filled(provider.model)} error={fieldError(problem, 'model')} />
          <NativeSelect
            key={provider.apiMode}
            name="apiMode"
            label="API"
            defaultValue={provider.apiMode}
            data={[
              { value: 'CHAT_COMPLETIONS', label: 'Chat completions' },
              { value: 'RESPONSES', label: 'Responses' },
            ]}
          />
          <PasswordField
            name="apiKey"
            label="API key"
            autoComplete="off"
            description={
              provider.apiKeySet
                ? `One is stored (…${provider.apiKeyLast4 ?? ''}); leave it empty to keep it.`
                : 'None is stored.'
            }
            error={fieldError(problem, 'apiKey')}
          />
          {provider.apiKeySet && <Checkbox name="removeApiKey" label="Remove the stored key" data-kept="no" />}
          <NumberField
            name="temperature"
            label="Temperature"
            value={provider.temperature}
            min={0}
            max={2}
            error={fieldError(problem, 'temperature')}
          />
          <NumberField
            name="timeoutMs"
            label="Timeout in milliseconds"
            value={provider.timeoutMs}
            error={fieldError(problem, 'timeoutMs')}
          />
          <NumberField
            name="maxOutputTokens"
            label="Maximum tokens per answer"
            value={provider.maxOutputTokens}
            error={fieldError(problem, 'maxOutputTokens')}
          />
          <div className="row">
            <SubmitButton busy={save.busy}>Save</SubmitButton>
            <SubmitButton
              type="button"
              variant="default"
              busy={test.busy}
              onClick={event => void tryIt(event.currentTarget.form)}
            >
              Test
            </SubmitButton>
          </div>
          <span role="status" className="name">
            {said}
          </span>
        </form>
      )}
    </Loaded>
  );
}

type NumberProps = {
  name: string;
  label: string;
  value: number;
  min?: number;
  max?: number;
  error: string | undefined;
};

/** A native number input: unlike the NumberInput of Mantine, `kept-fields.ts` can store and restore it. */
const NumberField = ({ value, ...rest }: NumberProps) => (
  <TextInput {...rest} type="number" step="any" required withAsterisk={false} defaultValue={value} />
);
