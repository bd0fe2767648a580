import { Text } from '@codemirror/state';
import { useEffect, useState } from 'react';

/** As much as is split into lines in one go. */
const PIECE = 500_000;

/** A text for an editor, made piece by piece, so that the page answers meanwhile. */
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

/** The same for a component; undefined until it is made. */
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
