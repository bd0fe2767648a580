import { Text } from '@codemirror/state';
import { useEffect, useState } from 'react';

/** Characters that are split into lines without a pause. */
const PIECE = 500_000;

/** Builds a document of CodeMirror in pieces, so that the page stays responsive. */
async function wholeText(text: string, isWanted: () => boolean): Promise<Text> {
  let whole = Text.empty;
  for (let from = 0; from < text.length && isWanted(); ) {
    const end = text.indexOf('\n', from + PIECE) + 1 || text.length;
    whole = whole.append(Text.of(text.slice(from, end).split(/\r\n?|\n/)));
    from = end;
    if (from < text.length) await new Promise(resolve => setTimeout(resolve));
  }
  return whole;
}

/** A document of CodeMirror for a text; undefined until it is built. */
export function useWholeText(text: string): Text | undefined {
  const [made, setMade] = useState<{ of: string; whole: Text }>();
  useEffect(() => {
    let isGone = false;
    void wholeText(text, () => !isGone).then(whole => {
      if (!isGone) setMade({ of: text, whole });
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  return made?.of === text ? made.whole : undefined;
}
