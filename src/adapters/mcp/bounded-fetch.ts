/** `fetch` whose answers break off beyond `maxBytes` each; `onTooLarge` is told before. */
export function createBoundedFetch(
  fetch: typeof globalThis.fetch,
  bounds: { readonly maxBytes: number; readonly onTooLarge: () => void },
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          bytes += chunk.byteLength;
          if (bytes <= bounds.maxBytes) {
            controller.enqueue(chunk);
            return;
          }
          bounds.onTooLarge();
          controller.error(new Error('the answer is too large'));
        },
      }),
    );
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}
