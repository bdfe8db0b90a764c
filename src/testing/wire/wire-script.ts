/** What a wire server received: the body as sent, and the headers in lower case. */
export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WireCall {
  readonly name: string;
  /** An object, or the very text to send, for arguments that do not parse. Default: an empty object. */
  readonly arguments?: Readonly<Record<string, unknown>> | string;
  /** Default `call_<position in the turn>`, as servers do that start over each turn. */
  readonly id?: string;
}

/** One answer of a script. */
export type WireAnswer =
  | {
      readonly text?: string;
      readonly calls?: readonly WireCall[];
      /** Reasoning before the text; a signature only where the format has one. */
      readonly thinking?: { readonly text: string; readonly signature?: string };
      readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
      /** Default: by whether there are calls. */
      readonly finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter';
      /** Close the connection after the text, before the end of the answer. */
      readonly breakOff?: boolean;
      /** After the text: an error event inside the stream. */
      readonly streamError?: { readonly type: string; readonly message: string };
    }
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** An object is sent as JSON. */
      readonly body?: Readonly<Record<string, unknown>> | string;
    }
  /** A stream that holds this text where its first event should be. */
  | { readonly raw: string }
  /** Headers, then nothing until the other side hangs up. */
  | { readonly silent: true };

export type WireStep = WireAnswer | ((request: WireRequest) => WireAnswer | Promise<WireAnswer>);

export type SpokenAnswer = Exclude<
  WireAnswer,
  { status: number } | { silent: true } | { raw: string }
>;

/** The text of a call's arguments as it goes over the wire. */
export function argumentText(call: WireCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
}

/** A text in pieces of a few characters, as servers stream it. */
export function pieces(text: string, size = 7): readonly string[] {
  const characters = Array.from(text);
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += size) {
    parts.push(characters.slice(at, at + size).join(''));
  }
  return parts;
}
