import { useMemo, useState } from 'react';
import { asTyped, isSame, replacedByFile, type Typed, useKept, useKeptText } from '../../app/kept.ts';

/** The text of a draft. A file replaces it, and `bringBack` restores the text that the file replaced. */
export function useDraftText(keptAs: string, initial: string) {
  const [content, setContent] = useKeptText(`${keptAs}:content`, initial);
  const [replaced, setReplaced] = useKeptText(`${keptAs}:replaced`, '');
  const [file, setFile] = useKept(`${keptAs}:file`);
  const [given, setGiven] = useState(() => ({ text: String(content) }));
  const unchanged = useMemo(() => asTyped(initial), [initial]);
  function put(text: string, isFile: boolean, instead: Typed) {
    setReplaced(instead);
    setContent(text);
    setFile(isFile ? 'true' : '');
    setGiven({ text });
  }
  return {
    content,
    /** The last text that was put into the editor, as opposed to typed. */
    given,
    /** Whether the text comes from a file and was not edited since. */
    isFile: file !== '',
    /** Whether there is typed text that a file replaced. */
    replaced: replaced.length > 0,
    type(text: Typed) {
      setContent(isSame(text, unchanged) ? initial : text);
      setFile('');
      // The user undid the replacement in the editor.
      if (isSame(text, replaced)) setReplaced('');
    },
    takeFile: (text: string) => put(text, true, replacedByFile(keptAs)),
    bringBack: () => put(String(replaced), false, file === '' ? content : ''),
  };
}
