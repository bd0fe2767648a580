import { useState } from 'react';
import { Bodies } from './bodies.tsx';
import { type Definitions, isSchema, type Schema, type ShownOperation, schemaOfParameter, typeOf } from './schema.ts';

export function Responses({ responses, definitions }: Pick<ShownOperation, 'responses' | 'definitions'>) {
  const first = responses.find(([status]) => status.startsWith('2'))?.[0];
  if (responses.length === 0) return null;
  return (
    <section aria-label="Responses">
      <h3>Responses</h3>
      {responses.map(([status, response]) => (
        <Response key={status} {...{ status, response, definitions }} isFirst={status === first} />
      ))}
    </section>
  );
}

type Props = { status: string; response: Schema; definitions: Definitions; isFirst: boolean };

function Response({ status, response, definitions, isFirst }: Props) {
  const [isOpen, setIsOpen] = useState(isFirst);
  return (
    <div className="response">
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <strong>{status}</strong>
        </span>
        <span className="name">{typeof response.description === 'string' && response.description}</span>
      </button>
      {isOpen && (
        <div>
          <Headers headers={response.headers} definitions={definitions} />
          <Bodies content={response.content} definitions={definitions} />
        </div>
      )}
    </div>
  );
}

function Headers({ headers, definitions }: { headers: unknown; definitions: Definitions }) {
  const names = Object.entries(isSchema(headers) ? headers : {});
  if (names.length === 0) return null;
  return (
    <dl className="facts">
      {names.map(([name, header]) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          <dd>
            {isSchema(header) && typeOf(schemaOfParameter(header), definitions)}
            {isSchema(header) && typeof header.description === 'string' && `. ${header.description}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
