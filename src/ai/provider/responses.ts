import { plainText } from '../../platform/plain-text.ts';
import { failureOfEvent } from './problem.ts';
import {
  brokeOff,
  conclude,
  createCleaner,
  type Gathered,
  list,
  type Reading,
  record,
  string,
  type Wire,
} from './wire.ts';

/** POST {base}/responses. `store: false` prevents the provider from keeping the answer. */
export const responses: Wire = {
  path: '/responses',

  body: ({ model, temperature, maxOutputTokens }, { system, messages }) => ({
    model,
    instructions: system,
    input: messages,
    temperature,
    max_output_tokens: maxOutputTokens,
    store: false,
  }),

  readAnswer: readResponse,

  createReader() {
    const clean = createCleaner();
    let ended: unknown;
    let content = '';
    return {
      take(event) {
        const { type, delta, response, error } = record(event);
        if (type === 'error' || type === 'response.failed')
          throw failureOfEvent(record(response).error ?? error ?? event);
        if (type === 'response.completed' || type === 'response.incomplete') ended = response;
        if (type !== 'response.output_text.delta') return '';
        const piece = clean(string(delta));
        content += piece;
        return piece;
      },
      isComplete: () => ended !== undefined,
      finish() {
        if (ended === undefined) throw brokeOff();
        // The streamed text is the answer. The last event only says how it ended.
        return conclude({ ...gather(ended), ...(content !== '' && { content }) });
      },
    };
  },
};

function readResponse(json: unknown): Reading {
  const { status, error } = record(json);
  if (status === 'failed' || error) throw failureOfEvent(error);
  return conclude(gather(json));
}

function gather(json: unknown): Gathered {
  const { output, model, status, incomplete_details } = record(json);
  const parts = list(output).flatMap(item => (record(item).type === 'message' ? list(record(item).content) : []));
  const { reason } = record(incomplete_details);
  const cut = reason === 'content_filter' ? 'filtered' : 'out_of_tokens';
  return {
    content: plainText(parts.map(part => string(record(part).text)).join('')),
    refusal: parts.map(part => string(record(part).refusal)).join(''),
    model: string(model),
    ending: status === 'incomplete' ? cut : 'whole',
  };
}
