import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Copy } from '../../parts/copy.tsx';
import { examplesOf } from './sample.ts';
import { asSchema, type Definitions, isSchema, type Schema } from './schema.ts';
import { SchemaTree } from './schema-tree.tsx';

type Props = { content: unknown; definitions: Definitions };

/** The body of a request or response, in each of its media types. */
export function Bodies({ content, definitions }: Props) {
  const types = Object.entries(isSchema(content) ? content : {});
  const [chosen, setChosen] = useState(types[0]?.[0] ?? '');
  const body = types.find(([type]) => type === chosen)?.[1];
  if (types.length === 0) return <p className="dim">No body.</p>;
  const schema = isSchema(body) ? asSchema(body.schema) : undefined;
  return (
    <>
      {types.length === 1 ? (
        <p className="mono dim">{chosen}</p>
      ) : (
        <NativeSelect
          aria-label="Media type"
          size="xs"
          value={chosen}
          onChange={event => setChosen(event.currentTarget.value)}
          data={types.map(([type]) => type)}
        />
      )}
      {schema && <SchemaTree schema={schema} definitions={definitions} />}
      {isSchema(body) && <Examples body={body} schema={schema} definitions={definitions} />}
    </>
  );
}

type ExamplesProps = { body: Schema; schema: Schema | undefined; definitions: Definitions };

function Examples({ body, schema, definitions }: ExamplesProps) {
  const examples = examplesOf(body, schema, definitions);
  const [chosen, setChosen] = useState(0);
  const example = examples[chosen] ?? examples[0];
  if (example === undefined) return null;
  const text = typeof example.value === 'string' ? example.value : JSON.stringify(example.value, null, 2);
  return (
    <details>
      <summary>Example</summary>
      <div className="row">
        {examples.length > 1 && (
          <NativeSelect
            aria-label="Example"
            size="xs"
            value={String(chosen)}
            onChange={event => setChosen(Number(event.currentTarget.value))}
            data={examples.map(({ name }, index) => ({ value: String(index), label: name }))}
          />
        )}
        <Copy text={text} />
        {example.isMade && <span className="dim">made from the schema</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a focusable element can be scrolled by keyboard. */}
      <section className="config example" aria-label="Text of the example" tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </details>
  );
}
