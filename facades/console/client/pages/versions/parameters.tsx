import { Words } from '../../parts/words.tsx';
import { childrenOf, resolved, type Schema, type ShownOperation, schemaOfParameter, typeOf } from './schema.ts';
import { Limits, SchemaTree } from './schema-tree.tsx';

const PLACES = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const;

type Props = Pick<ShownOperation, 'parameters' | 'definitions'>;

export const Parameters = ({ parameters, definitions }: Props) =>
  PLACES.map(([place, title]) => {
    const ones = parameters.filter(parameter => parameter.in === place);
    return (
      ones.length > 0 && (
        <section key={place} aria-label={title}>
          <h3>{title}</h3>
          <ul className="rows">
            {ones.map(parameter => (
              <li key={String(parameter.name)}>
                <Parameter parameter={parameter} definitions={definitions} />
              </li>
            ))}
          </ul>
        </section>
      )
    );
  });

function Parameter({ parameter, definitions }: { parameter: Schema } & Pick<Props, 'definitions'>) {
  const schema = schemaOfParameter(parameter);
  return (
    <div>
      <div className="schema-row">
        <span className="mono schema-name">{String(parameter.name)}</span>
        <span className="schema-type">{typeOf(schema, definitions)}</span>
        {parameter.required === true && <span className="schema-required">required</span>}
        {parameter.deprecated === true && <span className="dim">deprecated</span>}
        <Limits schema={resolved(schema, definitions)} />
      </div>
      {typeof parameter.description === 'string' && (
        <div className="schema-text">
          <Words text={parameter.description} />
        </div>
      )}
      {childrenOf(schema, definitions).length > 0 && <SchemaTree schema={schema} definitions={definitions} />}
    </div>
  );
}
