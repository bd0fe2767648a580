/** Yields the data of each event of a text/event-stream (WHATWG HTML, server-sent events) as bytes arrive. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unfinished: string[] = [];
  let data: string[] = [];
  let isAfterCr = false;
  for await (const chunk of bytes) {
    const decoded = decoder.decode(chunk, { stream: true });
    if (decoded === '') continue;
    // A CRLF may be split between two chunks.
    const text = isAfterCr && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    isAfterCr = decoded.endsWith('\r');
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    // Search only the new bytes, so that a line in a thousand chunks costs no more than one in a single chunk.
    if (end === 0) {
      unfinished.push(text);
      continue;
    }
    const lines = `${unfinished.join('')}${text.slice(0, end)}`.split(/\r\n|[\r\n]/);
    unfinished = [text.slice(end)];
    lines.pop();
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}
