import { useState } from 'react';
import { replacedByFile, type Typed, useKept, useKeptText } from '../../app/kept.ts';

const isSame = (one: Typed, other: Typed): boolean => one.length === other.length && String(one) === String(other);

/** The text of a draft. What a file replaces is kept beside it, and can be brought back. */
export function useDraftText(keptAs: string, initial: string) {
  const [content, setContent] = useKeptText(`${keptAs}:content`, initial);
  const [replaced, setReplaced] = useKeptText(`${keptAs}:replaced`, '');
  const [file, setFile] = useKept(`${keptAs}:file`);
  const [given, setGiven] = useState(() => ({ text: String(content) }));
  function put(text: string, isFile: boolean, instead: Typed) {
    setReplaced(instead);
    setContent(text);
    setFile(isFile ? 'true' : '');
    setGiven({ text });
  }
  return {
    content,
    /** What the editor was given last. */
    given,
    /** What a person typed and a file replaced, if there is such a text. */
    replaced: replaced.length > 0,
    type(text: Typed) {
      setContent(text);
      setFile('');
      // Undone in the editor.
      if (isSame(text, replaced)) setReplaced('');
    },
    takeFile: (text: string) => put(text, true, replacedByFile(keptAs)),
    bringBack: () => put(String(replaced), false, file === '' ? content : ''),
  };
}
