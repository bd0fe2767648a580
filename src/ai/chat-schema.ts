import type { ChatMessage as MessageRow } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { MAX_PAGE } from '../lists/page.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { Project } from '../projects/schema.ts';
import { type AnswerEvent, MESSAGE_CHARACTERS, sendMessage, streamAnswer } from './chat-answers.ts';
import * as sessions from './chat-sessions.ts';
import { AiOwnerType } from './summary-schema.ts';

const ChatRole = wireEnum('ChatRole', 'Who says something.', {
  USER: ['user', 'The person who asks.'],
  ASSISTANT: ['assistant', 'The language model.'],
});

const ChatMessage = builder.prismaObject('ChatMessage', {
  description: 'One question or answer. A question is stored with its answer; of an answer that failed neither.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    sessionId: t.exposeID('sessionId', { description: 'The session.' }),
    role: t.expose('role', { type: ChatRole, description: 'Who says it.' }),
    content: t.exposeString('content', { description: 'Plain text, whatever markup it seems to hold; up to 4 MiB.' }),
    model: t.exposeString('model', { nullable: true, description: 'The model that wrote an answer.' }),
    isCut: t.exposeBoolean('isCut', { description: 'Whether the model stopped before the end of its answer.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was said.' }),
  }),
});

const ChatMessageConnection = connectionType('ChatMessage', ChatMessage);

const ChatSession = builder.prismaObject('ChatSession', {
  description: 'A conversation with a language model about a draft, version or diff. Only its creator sees it.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    contextType: t.expose('contextType', { type: AiOwnerType, description: 'What it is about.' }),
    contextId: t.exposeID('contextId', { description: 'The draft, version or diff.' }),
    title: t.exposeString('title', { nullable: true, description: 'Label, up to 200 characters.' }),
    messages: t.field({
      type: ChatMessageConnection,
      description: 'The messages, in their order.',
      args: pageArguments,
      extensions: { page: 'child' },
      resolve: (session, args, context) => sessions.listMessages(context, session, args),
    }),
    recentMessages: t.field({
      type: [ChatMessage],
      description: 'The last messages, in their order.',
      args: {
        first: t.arg.int({
          defaultValue: MAX_PAGE,
          description: `At most this many, 1 to ${MAX_PAGE}.`,
          extensions: { bounds: { minimum: 1, maximum: MAX_PAGE } },
        }),
      },
      resolve: (session, { first }, context) => sessions.readLastMessages(context, session, first ?? MAX_PAGE),
    }),
    createdById: t.exposeID('createdById', { description: 'Who made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const ChatSessionConnection = connectionType('ChatSession', ChatSession);

builder.objectField(Project, 'chatSessions', t =>
  t.field({
    type: ChatSessionConnection,
    nullable: true,
    description: "The caller's own chat sessions, newest first.",
    args: {
      documentId: t.arg.id({ description: 'Only sessions of this document; NOT_FOUND when it is not of the project.' }),
      contextType: t.arg({ type: AiOwnerType, description: 'Only sessions about this kind of thing.' }),
      contextId: t.arg.id({ description: 'Only sessions about this draft, version or diff.' }),
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: (project, args, context) => sessions.listSessions(context, project, args),
  }),
);

builder.queryField('chatSession', t =>
  t.field({
    type: ChatSession,
    nullable: true,
    description: 'One chat session of the caller; for everybody else there is none.',
    args: {
      id: t.arg.id({ required: true, description: 'The session.' }),
      projectId: t.arg.id({ description: 'When given, the session must belong to this project, else NOT_FOUND.' }),
    },
    resolve: (_, args, call) => sessions.loadSession(call, args.id, args),
  }),
);

const CreateChatSessionInput = builder.inputType('CreateChatSessionInput', {
  description: 'What a conversation is to be about.',
  fields: t => ({
    projectId: t.id({ description: 'When given, the document must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ required: true, description: 'The document.' }),
    contextType: t.field({ type: AiOwnerType, required: true, description: 'What it is about.' }),
    contextId: t.id({ required: true, description: 'The draft, version or diff; it must belong to the document.' }),
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
    projectId: t.id({ description: 'When given, the session must belong to this project, else NOT_FOUND.' }),
    content: t.string({
      required: true,
      description: `The question, 1 to ${MESSAGE_CHARACTERS} characters.`,
      extensions: { bounds: { minLength: 1, maxLength: MESSAGE_CHARACTERS, pattern: '\\S' } },
    }),
  }),
});

const refusals =
  'FAILED_PRECONDITION without an enabled provider, for an archived project or document, and while another answer of the session is being written; RESOURCE_EXHAUSTED past 20 messages a minute; DEADLINE_EXCEEDED when the provider is too slow. Nothing is stored then.';

builder.mutationFields(t => ({
  createChatSession: t.field({
    type: ChatSession,
    nullable: true,
    description:
      'Begins a conversation about a draft, version or diff; for readers. FAILED_PRECONDITION without an enabled provider and for an archived project or document.',
    args: { input: t.arg({ type: CreateChatSessionInput, required: true, description: 'The session.' }) },
    resolve: (_, { input }, call) => sessions.createSession(call, input),
  }),
  sendChatMessage: t.field({
    type: ChatMessage,
    nullable: true,
    description: `Asks, and gives the answer of the model within 55 seconds; for the creator of the session. ${refusals}`,
    args: { input: t.arg({ type: SendChatMessageInput, required: true, description: 'The question.' }) },
    resolve: (_, { input }, call) => sendMessage(call, input),
  }),
}));

const ChatAnswer = builder.objectRef<{ piece: string } | { message: MessageRow }>('ChatAnswer').implement({
  description: 'A part of an answer as it is being written: a piece of its text, at the end the stored message.',
  fields: t => ({
    piece: t.string({
      nullable: true,
      description: 'The text goes on with this.',
      resolve: event => ('piece' in event ? event.piece : null),
    }),
    message: t.field({
      type: ChatMessage,
      nullable: true,
      description: 'The whole answer as it is stored; the last event of an answer that succeeded.',
      resolve: event => ('message' in event ? event.message : null),
    }),
  }),
});

builder.subscriptionField('chatAnswer', t =>
  t.field({
    type: ChatAnswer,
    nullable: true,
    description: `Asks, and gives the answer of the model as it is being written; for the creator of the session. Whoever leaves ends it, and nothing is stored. ${refusals} A failure on the way is the last event.`,
    args: { input: t.arg({ type: SendChatMessageInput, required: true, description: 'The question.' }) },
    subscribe: (_, { input }, call) => streamAnswer(call, input),
    resolve: event => succeeded(event),
  }),
);

function succeeded(event: AnswerEvent): Exclude<AnswerEvent, { failure: unknown }> {
  if ('failure' in event) throw event.failure;
  return event;
}
