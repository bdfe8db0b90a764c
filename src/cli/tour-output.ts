/** Where a tour writes to. */
export interface TourOutput {
  say(text: string): void;
  /** The reader went away (`… | head`): nobody sees a card any more, so none may be answered. */
  isGone(): boolean;
}

/** Writes to a stream; a broken pipe is remembered, any other failure is thrown. */
export function tourOutput(stream: NodeJS.WritableStream): TourOutput {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone = true;
  });
  return {
    say: (text) => {
      if (text !== '' && !gone) stream.write(text);
    },
    isGone: () => gone,
  };
}
