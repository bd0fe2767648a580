import { plainText } from '../../platform/plain-text.ts';
import { failureOfEvent } from './problem.ts';
import { brokeOff, conclude, createCleaner, type Gathered, list, record, string, type Wire } from './wire.ts';

/** POST {base}/chat/completions, the API that nearly every model server offers. */
export const chatCompletions: Wire = {
  path: '/chat/completions',

  body: ({ model, temperature, maxOutputTokens }, { system, messages }, { tokens }) => ({
    model,
    messages: [{ role: 'system', content: system }, ...messages],
    temperature,
    [tokens]: maxOutputTokens,
  }),

  readAnswer(json) {
    const { error, choices, model } = record(json);
    if (error) throw failureOfEvent(error);
    const { message, finish_reason } = record(list(choices)[0]);
    const { content, refusal } = record(message);
    return conclude({
      content: plainText(textOf(content)),
      refusal: string(refusal),
      model: string(model),
      ending: endingOf(finish_reason),
    });
  },

  createReader() {
    const gathered: Gathered = { content: '', refusal: '', model: '', ending: 'whole' };
    const clean = createCleaner();
    let isComplete = false;
    return {
      take(event) {
        const { error, choices, model } = record(event);
        if (error) throw failureOfEvent(error);
        const { delta, finish_reason } = record(list(choices)[0]);
        const { content, refusal } = record(delta);
        gathered.model ||= string(model);
        gathered.refusal += string(refusal);
        if (isEnding(finish_reason)) {
          gathered.ending = endingOf(finish_reason);
          isComplete = true;
        }
        const piece = clean(textOf(content));
        gathered.content += piece;
        return piece;
      },
      isComplete: () => isComplete,
      finish() {
        if (!isComplete) throw brokeOff();
        return conclude(gathered);
      },
    };
  },
};

/** The text of a content: a string, or, from some servers, a list of parts. Parts without a text are ignored. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map(part => string(record(part).text))
        .join('');

/** Whether a reason ends the answer. Some servers send a blank one, or the text "null", before the last event. */
const isEnding = (reason: unknown): boolean => !['', 'null'].includes(string(reason));

function endingOf(reason: unknown): Gathered['ending'] {
  if (reason === 'content_filter') return 'filtered';
  return reason === 'length' ? 'out_of_tokens' : 'whole';
}
