import { once } from '../audit/once.ts';
import type { ChatMessage as MessageRow } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { MAX_PAGE } from '../platform/page-limits.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { Project } from '../projects/schema.ts';
import {
  type AnswerEvent,
  MESSAGE_CHARACTERS,
  readAnswer,
  sendMessage,
  storedEvents,
  streamAnswer,
} from './chat-answers.ts';
import * as sessions from './chat-sessions.ts';
import { AiOwnerType } from './summary-schema.ts';

const ChatRole = wireEnum('ChatRole', 'The author of a message.', {
  USER: ['user', 'The person who asks.'],
  ASSISTANT: ['assistant', 'The language model.'],
});

const ChatMessage = builder.prismaObject('ChatMessage', {
  description: 'One question or answer. Both are stored together; if the answer fails, neither is stored.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    sessionId: t.exposeID('sessionId', { description: 'The session.' }),
    role: t.expose('role', { type: ChatRole, description: 'The author.' }),
    content: t.exposeString('content', {
      description: 'The text, up to 4 MiB. Treat it as plain text, even if it looks like markup.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model that wrote the answer; null for a question.',
    }),
    isCut: t.exposeBoolean('isCut', {
      description: 'Whether the answer is incomplete because the model stopped early.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    updatedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Equal to `createdAt`: a message never changes.',
    }),
  }),
});

const ChatMessageConnection = connectionType('ChatMessage', ChatMessage);

const ChatSession = builder.prismaObject('ChatSession', {
  description: 'A conversation with a language model about a draft, version or diff. Only its creator can see it.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    contextType: t.expose('contextType', { type: AiOwnerType, description: 'The kind of resource that it is about.' }),
    contextId: t.exposeID('contextId', { description: 'The draft, version or diff.' }),
    title: t.exposeString('title', { nullable: true, description: 'Label, up to 200 characters.' }),
    messages: t.field({
      type: ChatMessageConnection,
      nullable: true,
      description: 'The messages, oldest first. `search` matches their text.',
      args: pageArguments,
      extensions: { page: 'child' },
      resolve: (session, args, context) => sessions.listMessages(context, session, args),
    }),
    recentMessages: t.field({
      type: [ChatMessage],
      description: 'The last messages, oldest first.',
      args: {
        first: t.arg.int({
          defaultValue: MAX_PAGE,
          description: `Return at most this many, 1 to ${MAX_PAGE}.`,
          extensions: { bounds: { minimum: 1, maximum: MAX_PAGE } },
        }),
      },
      resolve: (session, { first }, context) => sessions.readLastMessages(context, session, first ?? MAX_PAGE),
    }),
    createdById: t.exposeID('createdById', { description: 'The user who created it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const ChatSessionConnection = connectionType('ChatSession', ChatSession);

builder.objectField(Project, 'chatSessions', t =>
  t.field({
    type: ChatSessionConnection,
    nullable: true,
    description: "The caller's own chat sessions, newest first. `search` matches the title.",
    args: {
      documentId: t.arg.id({ description: 'Only sessions of this document. NOT_FOUND if it is not in the project.' }),
      contextType: t.arg({ type: AiOwnerType, description: 'Only sessions about this kind of resource.' }),
      contextId: t.arg.id({ description: 'Only sessions about this draft, version or diff.' }),
      ...pageArguments,
    },
    extensions: { ...judgedBy('ai.chat'), page: 'child' },
    resolve: (project, args, context) => sessions.listSessions(context, project, args),
  }),
);

builder.queryField('chatSession', t =>
  t.field({
    type: ChatSession,
    nullable: true,
    description: 'One chat session of the caller. NOT_FOUND for sessions of other users.',
    args: {
      id: t.arg.id({ required: true, description: 'The session.' }),
      projectId: t.arg.id({ description: 'If given, the session must belong to this project; otherwise NOT_FOUND.' }),
    },
    extensions: judgedBy('chat_session.read'),
    resolve: (_, args, call) => sessions.loadSession(call, args.id, args),
  }),
);

const CreateChatSessionInput = builder.inputType('CreateChatSessionInput', {
  description: 'A new conversation.',
  fields: t => ({
    projectId: t.id({ description: 'If given, the document must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ required: true, description: 'The document.' }),
    contextType: t.field({ type: AiOwnerType, required: true, description: 'The kind of resource that it is about.' }),
    contextId: t.id({ required: true, description: 'The draft, version or diff. It must belong to the document.' }),
    title: t.string({
      description: 'Label, up to 200 characters.',
      extensions: { bounds: { maxLength: CHARACTERS.chatTitle } },
    }),
  }),
});

const SendChatMessageInput = builder.inputType('SendChatMessageInput', {
  description: 'A question.',
  fields: t => ({
    sessionId: t.id({ required: true, description: 'The session.' }),
    projectId: t.id({ description: 'If given, the session must belong to this project; otherwise NOT_FOUND.' }),
    content: t.string({
      required: true,
      description: `The question, 1 to ${MESSAGE_CHARACTERS} characters.`,
      extensions: { bounds: { minLength: 1, maxLength: MESSAGE_CHARACTERS, pattern: '\\S' } },
    }),
  }),
});

const refusals =
  'FAILED_PRECONDITION if no provider is enabled, if the project or document is archived, or while another answer of the session is in progress. RESOURCE_EXHAUSTED after 20 messages in a minute. DEADLINE_EXCEEDED if the provider is too slow. On failure nothing is stored.';

builder.mutationFields(t => ({
  createChatSession: t.field({
    type: ChatSession,
    nullable: true,
    description:
      'Starts a conversation about a draft, version or diff. Requires a reader. FAILED_PRECONDITION if no provider is enabled, or if the project or document is archived.',
    args: { input: t.arg({ type: CreateChatSessionInput, required: true, description: 'The session.' }) },
    extensions: { ...judgedBy('ai.chat'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => sessions.loadSession(call, id, input),
        () => sessions.createSession(call, input),
      ),
  }),
  sendChatMessage: t.field({
    type: ChatMessage,
    nullable: true,
    description: `Sends a question and returns the answer of the model, within 55 seconds. Requires the creator of the session. ${refusals}`,
    args: { input: t.arg({ type: SendChatMessageInput, required: true, description: 'The question.' }) },
    extensions: { ...judgedBy('chat_session.read'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => readAnswer(call, input, id),
        () => sendMessage(call, input),
      ),
  }),
}));

const ChatAnswer = builder.objectRef<{ piece: string } | { message: MessageRow }>('ChatAnswer').implement({
  description: 'An event of a streamed answer: a chunk of its text or, at the end, the stored message.',
  fields: t => ({
    piece: t.string({
      nullable: true,
      description: 'The next chunk of the text.',
      resolve: event => ('piece' in event ? event.piece : null),
    }),
    message: t.field({
      type: ChatMessage,
      nullable: true,
      description: 'The complete stored answer. It is the last event of a successful answer.',
      resolve: event => ('message' in event ? event.message : null),
    }),
  }),
});

builder.subscriptionField('chatAnswer', t =>
  t.field({
    type: ChatAnswer,
    nullable: true,
    description: `Sends a question and streams the answer of the model. Requires the creator of the session. If the caller disconnects, the answer is cancelled and nothing is stored. ${refusals} A failure after the start is the last event.`,
    args: { input: t.arg({ type: SendChatMessageInput, required: true, description: 'The question.' }) },
    extensions: { ...judgedBy('chat_session.read'), creates: true },
    subscribe: (_, { input }, call) =>
      once(
        call,
        async id => storedEvents(await readAnswer(call, input, id)),
        () => streamAnswer(call, input),
      ),
    resolve: event => succeeded(event),
  }),
);

function succeeded(event: AnswerEvent): Exclude<AnswerEvent, { failure: unknown }> {
  if ('failure' in event) throw event.failure;
  return event;
}
