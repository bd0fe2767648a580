import { Badge, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LostSecret, NewSecret } from '../../parts/new-secret.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { Loaded, Skeletons } from '../../shell/loaded.tsx';
import { NoRight } from '../../shell/problem.tsx';
import { Deliveries } from './deliveries.tsx';
import { ProjectFrame, type ShownProject } from './project-frame.tsx';
import { nameOfEvent, type ShownWebhook } from './webhook-events.ts';
import { WebhookForm } from './webhook-form.tsx';

/** One page has all webhooks: a project has at most 20. */
const WEBHOOKS = graphql(`
  query Webhooks($id: ID!) {
    project(id: $id) {
      id
      webhooks(first: 50) { nodes { id url events enabled disabledReason secretMasked } }
    }
  }
`);

const ROTATE = graphql(`
  mutation RotateSecret($input: WebhookInput!) { rotateWebhookSecret(input: $input) { id secret secretMasked } }
`);

const DELETE = graphql(`
  mutation DeleteHook($input: WebhookInput!) { deleteWebhook(input: $input) { id } }
`);

type About = { kind: 'new' } | { kind: 'edit' | 'rotate' | 'delete'; webhook: ShownWebhook };
/** The secret of a webhook. `text` is null if it was in a lost answer. */
type Secret = { of: string; text: string | null };
type Dialog = ReturnType<typeof useDialog<About>>;

export function WebhooksPage() {
  const dialog = useDialog<About>();
  return (
    <ProjectFrame
      part="Webhooks"
      actions={({ isAdmin, isArchived }) =>
        isAdmin && !isArchived && <Button onClick={() => dialog.open({ kind: 'new' })}>New webhook</Button>
      }
    >
      {project =>
        project.isAdmin ? (
          <Webhooks project={project} dialog={dialog} />
        ) : (
          <NoRight what="Webhooks are seen and set" who="by the admins of the project." />
        )
      }
    </ProjectFrame>
  );
}

function Webhooks({ project, dialog }: { project: ShownProject; dialog: Dialog }) {
  const [result, refresh] = useQuery({ query: WEBHOOKS, variables: { id: project.id } });
  // Kept only in the state of this page, because it is a secret.
  const [secret, setSecret] = useState<Secret>();
  const [opened, setOpened] = useState<string>();
  const about = dialog.about;
  // The service shows a secret only once, so changes to other webhooks must not hide it.
  const made = (shown?: Secret) => {
    if (shown) setSecret(shown);
    refresh({ requestPolicy: 'network-only' });
    dialog.close();
  };
  const gone = (id: string) => {
    setSecret(was => (was?.of === id ? undefined : was));
    made();
  };
  return (
    <div className="stack">
      {(about?.kind === 'new' || about?.kind === 'edit') && (
        <WebhookForm
          projectId={project.id}
          webhook={about.kind === 'edit' ? about.webhook : undefined}
          close={dialog.close}
          made={made}
        />
      )}
      {about?.kind === 'rotate' && <Rotate webhook={about.webhook} close={dialog.close} made={made} />}
      {about?.kind === 'delete' && (
        <Delete webhook={about.webhook} close={dialog.close} made={() => gone(about.webhook.id)} />
      )}
      {secret?.text === null && (
        <LostSecret>
          The webhook was created, but the answer that showed its secret was lost. Make a new secret for it.
        </LostSecret>
      )}
      {secret?.text && (
        <NewSecret
          secret={secret.text}
          advice="The secret that signs the messages. It is shown only now."
          label="Copy the secret"
        />
      )}
      <Loaded result={result} read={data => data.project?.webhooks} retry={refresh} noun="project">
        {({ nodes }) =>
          nodes.length === 0 && secret ? (
            <Skeletons />
          ) : nodes.length === 0 ? (
            <Empty title="This project has no webhook">
              <span>A webhook tells another program about drafts, decisions and versions.</span>
            </Empty>
          ) : (
            <ul className="rows">
              {nodes.map(webhook => (
                <li key={webhook.id}>
                  <Row webhook={webhook} dialog={dialog} isArchived={project.isArchived}>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Deliveries: ${webhook.url}`}
                      aria-expanded={opened === webhook.id}
                      onClick={() => setOpened(opened === webhook.id ? undefined : webhook.id)}
                    >
                      Deliveries
                    </Button>
                  </Row>
                  {opened === webhook.id && <Deliveries webhook={webhook} isArchived={project.isArchived} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

type RowProps = { webhook: ShownWebhook; dialog: Dialog; isArchived: boolean; children: ReactNode };

function Row({ webhook, dialog, isArchived, children }: RowProps) {
  const { url, events, enabled, disabledReason, secretMasked } = webhook;
  const action = (kind: 'edit' | 'rotate' | 'delete', label: string, color = '') => (
    <Button
      variant="default"
      size="compact-sm"
      color={color}
      aria-label={`${label}: ${url}`}
      onClick={() => dialog.open({ kind, webhook })}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div>
        <strong className="mono">{url}</strong>{' '}
        <Badge color={enabled ? 'green' : 'gray'} variant="light" radius="sm" className="plain-badge">
          {enabled ? 'Enabled' : 'Disabled'}
        </Badge>
        <div className="dim">
          {events.map(nameOfEvent).join(', ')} · secret <span className="mono">{secretMasked}</span>
          {disabledReason && ` · ${disabledReason}`}
        </div>
      </div>
      <span className="row">
        {children}
        {!isArchived && (
          <>
            {action('edit', 'Change')}
            {action('rotate', 'New secret')}
          </>
        )}
        {action('delete', 'Delete', 'red')}
      </span>
    </>
  );
}

type DialogProps = { webhook: ShownWebhook; close: () => void; made: (secret?: Secret) => void };

function Rotate({ webhook, close, made }: DialogProps) {
  const { act, busy, problem } = useAct(ROTATE);
  async function submit() {
    const done = await act({ input: { id: webhook.id } });
    const text = done?.rotateWebhookSecret?.secret;
    if (done) made(text ? { of: webhook.id, text } : undefined);
  }
  return (
    <FormDialog title="Make a new secret?" label="Make it" opened {...{ close, submit, busy, problem }}>
      <p className="flush mono">{webhook.url}</p>
      <p className="flush">
        For 24 hours, messages are signed with the present secret too. Give the receiver the new one in this time.
      </p>
    </FormDialog>
  );
}

function Delete({ webhook, close, made }: DialogProps) {
  const { act, busy, problem } = useAct(DELETE);
  async function submit() {
    if (await act({ input: { id: webhook.id } })) made();
  }
  return (
    <FormDialog title="Delete this webhook?" label="Delete it" opened dangerous {...{ close, submit, busy, problem }}>
      <p className="flush mono">{webhook.url}</p>
      <p className="flush">
        Its delivery log goes with it, and what waits is not sent any more. This cannot be undone.
      </p>
    </FormDialog>
  );
}
