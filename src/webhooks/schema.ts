import { once } from '../audit/once.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { Project } from '../projects/schema.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import * as deliveries from './deliveries.ts';
import { WebhookDelivery, WebhookDeliveryConnection, WebhookEvent } from './delivery-schema.ts';
import { MAX_WEBHOOKS, maskedSecret } from './model.ts';
import * as webhooks from './service.ts';

const Webhook = builder.objectRef<webhooks.ShownWebhook>('Webhook').implement({
  description: 'A URL that receives the events of a project, signed as Standard Webhooks describes.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    url: t.exposeString('url', { description: 'Where events are sent.' }),
    events: t.expose('events', { type: [WebhookEvent], description: 'The events that it receives.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it receives events.' }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why the service disabled it; null if it did not.',
    }),
    secret: t.string({
      nullable: true,
      description:
        'The secret that signs messages. Present only in the first answer to a creation and in the answer to a rotation.',
      resolve: ({ secret }) => secret ?? null,
    }),
    secretMasked: t.string({ description: 'The prefix and the last characters of the secret.', resolve: maskedSecret }),
    lastDeliveredAt: t.expose('lastDeliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a delivery last succeeded.',
    }),
    createdById: t.exposeID('createdById', { description: 'The user who created it.' }),
    createdBy: t.field({
      type: Person,
      description: 'The user who created it.',
      resolve: ({ createdById }, _, context) => personOf(context, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      nullable: true,
      description:
        'The delivery log, newest first: the last 1,000 finished deliveries of 30 days, and the pending ones. `search` matches event and error.',
      args: pageArguments,
      extensions: { page: 'child' },
      resolve: (webhook, args, context) => deliveries.listDeliveries(context, webhook, args),
    }),
  }),
});

const WebhookConnection = connectionType('Webhook', Webhook);

builder.objectField(Project, 'webhooks', t =>
  t.field({
    type: WebhookConnection,
    nullable: true,
    description:
      'The webhooks of the project, newest first, without their secrets. `search` matches the URL. Requires a project admin.',
    args: pageArguments,
    extensions: { ...judgedBy('webhook.manage'), page: 'child' },
    resolve: (project, args, context) => webhooks.listWebhooks(context, project, args),
  }),
);

const inProject = 'If given, the webhook must belong to this project; otherwise NOT_FOUND.';
const url = `An https:// URL of a public host, up to 2048 characters. It may have a query.`;
const events = 'The events that it receives: at least one besides `webhook.test`, which it receives in any case.';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook of a project.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    url: t.string({ required: true, description: url, extensions: { bounds: { minLength: 1, maxLength: 2048 } } }),
    events: t.field({
      type: [WebhookEvent],
      required: true,
      description: events,
      extensions: { bounds: { minItems: 1 } },
    }),
    enabled: t.boolean({ description: 'Whether it receives events; true when absent.' }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Changes to a webhook. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The webhook.' }),
    projectId: t.id({ description: inProject }),
    url: t.string({ description: url, extensions: { bounds: { minLength: 1, maxLength: 2048 } } }),
    events: t.field({ type: [WebhookEvent], description: events, extensions: { bounds: { minItems: 1 } } }),
    enabled: t.boolean({
      description: 'Whether it receives events. Events that happen while it is disabled are never sent to it.',
    }),
  }),
});

const WebhookInput = builder.inputType('WebhookInput', {
  description: 'Selects a webhook.',
  fields: t => ({
    id: t.id({ required: true, description: 'The webhook.' }),
    projectId: t.id({ description: inProject }),
  }),
});

const RedeliverWebhookInput = builder.inputType('RedeliverWebhookInput', {
  description: 'Selects a delivery.',
  fields: t => ({
    id: t.id({ required: true, description: 'The delivery.' }),
    webhookId: t.id({ required: true, description: 'The webhook that the delivery belongs to.' }),
    projectId: t.id({ description: inProject }),
  }),
});

builder.queryFields(t => ({
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'One webhook, without its secret. Requires a project admin.',
    args: {
      id: t.arg.id({ required: true, description: 'The webhook.' }),
      projectId: t.arg.id({ description: inProject }),
    },
    extensions: judgedBy('webhook.manage'),
    resolve: (_, input, call) => webhooks.loadWebhook(call, input),
  }),
}));

const selects = { type: WebhookInput, required: true, description: 'The webhook.' } as const;

builder.mutationFields(t => ({
  createWebhook: t.field({
    type: Webhook,
    nullable: true,
    description: `Creates a webhook and returns it with its secret. A project has at most ${MAX_WEBHOOKS}. Requires a project admin.`,
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    extensions: { ...judgedBy('webhook.manage'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => webhooks.loadWebhook(call, { ...input, id }),
        () => webhooks.createWebhook(call, input),
      ),
  }),
  updateWebhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'Changes, enables or disables a webhook. Requires a project admin.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The changes.' }) },
    extensions: judgedBy('webhook.manage'),
    resolve: (_, { input }, call) => webhooks.updateWebhook(call, input),
  }),
  deleteWebhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'Deletes a webhook with its delivery log. Pending deliveries are not sent. Requires a project admin.',
    args: { input: t.arg(selects) },
    extensions: judgedBy('webhook.manage'),
    resolve: (_, { input }, call) => webhooks.deleteWebhook(call, input),
  }),
  rotateWebhookSecret: t.field({
    type: Webhook,
    nullable: true,
    description:
      'Creates another secret and returns it. For 24 hours, messages are signed with the previous one too. Requires a project admin.',
    args: { input: t.arg(selects) },
    extensions: judgedBy('webhook.manage'),
    resolve: (_, { input }, call) => webhooks.rotateSecret(call, input),
  }),
  testWebhook: t.field({
    type: WebhookDelivery,
    nullable: true,
    description:
      'Sends a test event once, also to a disabled webhook. Read the delivery log for the outcome. Requires a project admin.',
    args: { input: t.arg(selects) },
    extensions: { ...judgedBy('webhook.manage'), creates: true },
    resolve: (_, { input }, call) => deliveries.testWebhook(call, input),
  }),
  redeliverWebhook: t.field({
    type: WebhookDelivery,
    nullable: true,
    description:
      'Sends a delivery again at once, with the same id and all retries. Requires a project admin. FAILED_PRECONDITION while the webhook is disabled.',
    args: { input: t.arg({ type: RedeliverWebhookInput, required: true, description: 'The delivery.' }) },
    extensions: judgedBy('webhook.manage'),
    resolve: (_, { input }, call) => deliveries.redeliver(call, input),
  }),
}));
