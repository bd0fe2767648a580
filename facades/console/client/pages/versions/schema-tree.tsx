import './schema-tree.css';
import { useState } from 'react';
import { TAKES_FOCUS } from '../../parts/takes-focus.ts';
import { Words } from '../../parts/words.tsx';
import { type Child, childrenOf, type Definitions, limitsOf, resolved, type Schema, typeOf } from './schema.ts';

type Props = { schema: Schema; definitions: Definitions };

/** A schema as a tree. Levels are rendered when opened, so a recursive schema can be opened without limit. */
export function SchemaTree({ schema, definitions }: Props) {
  const full = resolved(schema, definitions);
  const children = childrenOf(schema, definitions);
  return (
    <div className="schema">
      <div>
        <span className="schema-type">{typeOf(schema, definitions)}</span> <Limits schema={full} />
      </div>
      {typeof full.description === 'string' && (
        <p className="schema-text">
          <Words text={full.description} />
        </p>
      )}
      <Members members={children} definitions={definitions} />
    </div>
  );
}

const MAX_SHOWN = 100;

function Members({ members, definitions }: { members: Child[]; definitions: Definitions }) {
  const [isWhole, setIsWhole] = useState(false);
  if (members.length === 0) return null;
  const shown = isWhole ? members : members.slice(0, MAX_SHOWN);
  return (
    <ul className="schema-members">
      {shown.map((member, index) => (
        <Member key={member.key} member={member} definitions={definitions} isNext={index === MAX_SHOWN} />
      ))}
      {shown.length < members.length && (
        <li>
          <button type="button" className="schema-more" onClick={() => setIsWhole(true)}>
            Show all {members.length}
          </button>
        </li>
      )}
    </ul>
  );
}

type MemberProps = {
  member: Child;
  definitions: Definitions;
  /** Whether it is the first one that "Show all" adds. */
  isNext: boolean;
};

function Member({ member: { label, schema, required }, definitions, isNext }: MemberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const full = resolved(schema, definitions);
  const inner = childrenOf(schema, definitions);
  const name = (
    <>
      <span className="mono schema-name">{label}</span>{' '}
      <span className="schema-type">{typeOf(schema, definitions)}</span>
    </>
  );
  return (
    <li {...(isNext && TAKES_FOCUS)}>
      <div className="schema-row">
        {inner.length > 0 ? (
          <button type="button" aria-expanded={isOpen} className="schema-open" onClick={() => setIsOpen(!isOpen)}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {name}
          </button>
        ) : (
          <span className="schema-leaf">{name}</span>
        )}
        {required && <span className="schema-required">required</span>}
        {full.deprecated === true && <span className="dim">deprecated</span>}
        <Limits schema={full} />
      </div>
      {typeof full.description === 'string' && (
        <p className="schema-text">
          <Words text={full.description} />
        </p>
      )}
      {isOpen && <Members members={inner} definitions={definitions} />}
    </li>
  );
}

export function Limits({ schema }: { schema: Schema }) {
  const limits = limitsOf(schema);
  return limits.length > 0 && <span className="schema-limits">{limits.join(' · ')}</span>;
}
