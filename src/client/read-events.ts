/** One event of a stream, as it was sent. */
export interface SentEvent {
  readonly data: string;
  /** The last id that was sent, with this event or before; `null`: none. */
  readonly id: string | null;
}

/** Reads server-sent events; lines without a field, such as signs of life, are none. Ends with the stream or the signal. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { lastId, signal }: { readonly lastId: string | null; readonly signal: AbortSignal | undefined },
): AsyncGenerator<SentEvent, void, undefined> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  let id = lastId;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { data: data.join('\n'), id };
          data = [];
          continue;
        }
        const [, field, text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'data') data.push(text);
        if (field === 'id') id = text;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.cancel().catch(() => undefined);
  }
}
