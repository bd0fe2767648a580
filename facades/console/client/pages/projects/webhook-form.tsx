import { Checkbox, TextInput } from '@mantine/core';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { WebhookEvent } from '../../gql/graphql.ts';
import { changedFields } from '../../parts/changed-fields.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { EVENTS, type ShownWebhook } from './webhook-events.ts';

const CREATE = graphql(`
  mutation CreateHook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }
`);

const UPDATE = graphql(`
  mutation UpdateHook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id url events enabled disabledReason } }
`);

type Props = {
  projectId: string;
  webhook: ShownWebhook | undefined;
  close: () => void;
  made: (secret?: { of: string; text: string | null }) => void;
};

/** Makes a webhook, or changes one. */
export function WebhookForm({ projectId, webhook, close, made }: Props) {
  const create = useAct(CREATE);
  const update = useAct(UPDATE);
  const { busy, problem } = webhook ? update : create;
  const isChosen = (event: WebhookEvent) => webhook?.events.includes(event) ?? event === 'VERSION_PUBLISHED';
  async function submit(values: Record<string, string>) {
    const events = EVENTS.map(([event]) => event).filter(event => values[event] === 'on');
    const fields = { url: values.url ?? '', events, enabled: values.enabled === 'on' };
    if (webhook) {
      // The service sends the events in another order than the form.
      const shown = { ...webhook, events: EVENTS.map(([event]) => event).filter(isChosen) };
      const changed = changedFields(fields, shown);
      const isDone = !changed || (await update.act({ input: { id: webhook.id, ...changed } })) !== undefined;
      if (isDone) made();
      return isDone;
    }
    const done = await create.act({ input: { projectId, ...fields } });
    if (done?.createWebhook) made({ of: done.createWebhook.id, text: done.createWebhook.secret });
    return done !== undefined;
  }
  return (
    <FormDialog
      title={webhook ? 'Change webhook' : 'New webhook'}
      label={webhook ? 'Save' : 'Create webhook'}
      keptAs={webhook?.id ?? `new-webhook:${projectId}`}
      opened
      {...{ close, submit, busy, problem }}
    >
      <TextInput
        name="url"
        label="URL"
        description="https, on a public host. It may contain a key."
        required
        defaultValue={webhook?.url ?? ''}
        error={fieldError(problem, 'url')}
        data-autofocus
      />
      <fieldset className="choices">
        <legend>It is told when</legend>
        {EVENTS.map(([event, label]) => (
          <Checkbox key={event} name={event} label={label} defaultChecked={isChosen(event)} />
        ))}
      </fieldset>
      <Checkbox name="enabled" label="Enabled" defaultChecked={webhook?.enabled ?? true} />
    </FormDialog>
  );
}
