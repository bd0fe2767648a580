import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { Ago, formatExact } from '../../app/time.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { nameOfEvent, type ShownWebhook } from './webhook-events.ts';

const DELIVERIES = graphql(`
  query Deliveries($id: ID!, $first: Int!, $offset: Int!) {
    webhook(id: $id) {
      id
      deliveries(first: $first, offset: $offset) {
        totalCount
        nodes { id event status attempts error createdAt nextAttemptAt }
      }
    }
  }
`);

const TEST = graphql(`
  mutation TestHook($input: WebhookInput!) { testWebhook(input: $input) { id status } }
`);

const REDELIVER = graphql(`
  mutation Redeliver($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { id status } }
`);

const SIZE = 20;
const STATUS = { PENDING: ['Waits', 'yellow'], DELIVERED: ['Delivered', 'green'], FAILED: ['Failed', 'red'] } as const;

type Props = { webhook: ShownWebhook; isArchived: boolean };

/** The deliveries of a webhook, and the button that sends a test event. */
export function Deliveries({ webhook, isArchived }: Props) {
  const [page, go] = useState(1);
  const [result, refresh] = useQuery({
    query: DELIVERIES,
    variables: { id: webhook.id, first: SIZE, offset: (page - 1) * SIZE },
  });
  const again = () => refresh({ requestPolicy: 'network-only' });
  const test = useAct(TEST);
  const redeliver = useAct(REDELIVER);
  return (
    <section className="stack" aria-label={`Deliveries to ${webhook.url}`}>
      <span className="row">
        {!isArchived && (
          <SubmitButton
            type="button"
            variant="default"
            size="compact-sm"
            busy={test.busy}
            onClick={async () => {
              if (await test.act({ input: { id: webhook.id } })) again();
            }}
          >
            Send a test
          </SubmitButton>
        )}
        <Button variant="default" size="compact-sm" onClick={again}>
          Load again
        </Button>
      </span>
      <ProblemAlert problem={test.problem ?? redeliver.problem} />
      <Loaded result={result} read={data => data.webhook?.deliveries} retry={again} noun="webhook">
        {({ nodes, totalCount }) => (
          <>
            {totalCount === 0 && <p className="dim">Nothing was sent yet.</p>}
            <ul className="rows">
              {nodes.map(({ id, event, status, attempts, error, createdAt, nextAttemptAt }) => (
                <li key={id}>
                  <div>
                    <span className="mono">{nameOfEvent(event)}</span> <Ago at={createdAt} />
                    <div className="dim">
                      {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
                      {error && ` · ${error}`}
                      {nextAttemptAt && ` · again ${formatExact(nextAttemptAt)}`}
                    </div>
                  </div>
                  <span className="row">
                    <Badge color={STATUS[status][1]} variant="light" radius="sm" className="plain-badge">
                      {STATUS[status][0]}
                    </Badge>
                    {!isArchived && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Send again: ${nameOfEvent(event)}, ${formatExact(createdAt)}`}
                        onClick={async () => {
                          if (await redeliver.act({ input: { id, webhookId: webhook.id } })) again();
                        }}
                      >
                        Send again
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            <Pager total={totalCount} size={SIZE} page={page} go={go} />
          </>
        )}
      </Loaded>
    </section>
  );
}
