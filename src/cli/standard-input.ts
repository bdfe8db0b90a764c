import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { AppError } from '../base/index.ts';

/** Everything a stream has to say, as UTF-8 text. */
export async function readAll(stream: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.toString();
  return text;
}

/** Reads a file named on the command line; `-` is standard input. */
export async function readNamed(file: string): Promise<string> {
  if (file === '-') return readAll(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new AppError('not_found', `The file ${file} cannot be read.`, { cause: error });
  }
}

/** Writes a file named on the command line. */
export async function writeNamed(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new AppError('not_found', `The file ${file} cannot be written.`, { cause: error });
  }
}

/** Asks for lines, one at a time, on a terminal or from a pipe. */
export interface LineReader {
  /** The next line without its end; `null` when the input has ended. Shows `prompt` on a terminal only. */
  ask(prompt: string): Promise<string | null>;
  close(): void;
}

export function createLineReader(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  output: NodeJS.WritableStream,
): LineReader {
  const lines: string[] = [];
  let ended = false;
  let wanted: ((line: string | null) => void) | null = null;
  const reader = createInterface({ input, terminal: false });
  reader.on('line', (line) => {
    if (wanted === null) lines.push(line);
    else {
      const give = wanted;
      wanted = null;
      give(line);
    }
  });
  reader.on('close', () => {
    ended = true;
    wanted?.(null);
    wanted = null;
  });
  return {
    ask: (prompt) => {
      if (input.isTTY === true) output.write(prompt);
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (ended) return Promise.resolve(null);
      return new Promise((resolve) => {
        wanted = resolve;
      });
    },
    close: () => {
      reader.close();
    },
  };
}
