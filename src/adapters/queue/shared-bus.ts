import { z } from 'zod';
import { byteLength, type Broadcast, type Clock } from '../../base/index.ts';
import type { ConversationBus, ConversationSignal } from '../../chat/index.ts';
import { Progress, RecordRef } from '../../contracts/index.ts';

const TOPIC = 'chat';
/** Pieces of text wait so long for more: a reader on another server sees them grow a little less smoothly. */
const TEXT_WAITS_MS = 50;
/** Even where every character needs six bytes, so many fit into one message. */
const TEXT_CHARACTERS = 1_000;

const Signal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed') }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('progress'), progress: Progress }),
  z.object({ type: z.literal('highlight'), highlight: RecordRef }),
]);
const Message = z.array(z.tuple([z.string(), Signal]));

type Told = readonly [uuid: string, signal: ConversationSignal];

/**
 * A bus whose readers sit on several servers: what is published here is told to the others too, in order, several signals a
 * message. After a gap every reader reads its conversation anew.
 */
export function createSharedBus(
  local: ConversationBus,
  deps: { readonly broadcast: Broadcast; readonly clock: Clock },
): ConversationBus {
  const { broadcast, clock } = deps;
  let waiting: Told[] = [];
  let sending: 'no' | 'soon' | 'now' = 'no';

  const send = (): void => {
    const told = waiting;
    waiting = [];
    sending = 'no';
    for (const text of messagesOf(told, broadcast.maxBytes)) broadcast.tell(TOPIC, text);
  };

  const tell = (uuid: string, signal: ConversationSignal): void => {
    waiting.push([uuid, signal]);
    if (signal.type === 'delta') {
      if (sending !== 'no') return;
      sending = 'soon';
      void clock.sleep(TEXT_WAITS_MS).then(() => {
        if (waiting.length > 0) send();
      });
    } else if (sending !== 'now') {
      sending = 'now';
      void Promise.resolve().then(send);
    }
  };

  broadcast.listen(TOPIC, (text) => {
    for (const [uuid, signal] of readMessage(text)) local.publish(uuid, signal);
  });
  broadcast.onGap(() => {
    for (const uuid of local.followed()) local.publish(uuid, { type: 'changed' });
  });
  return {
    ...local,
    publish: (uuid, signal) => {
      local.publish(uuid, signal);
      // With a version it was found in the rows, where the others look too.
      if (signal.type !== 'changed' || signal.version === undefined) tell(uuid, signal);
    },
  };
}

/** Signals as messages of at most `maxBytes`; neighbouring pieces of one text are joined, and long ones cut. */
export function messagesOf(told: readonly Told[], maxBytes: number): readonly string[] {
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = 2;
  for (const one of told.reduce(joined, []).flatMap(cut)) {
    const part = JSON.stringify(one);
    const size = byteLength(part) + 1;
    if (bytes + size > maxBytes && parts.length > 0) {
      messages.push(`[${parts.join(',')}]`);
      parts = [];
      bytes = 2;
    }
    parts.push(part);
    bytes += size;
  }
  if (parts.length > 0) messages.push(`[${parts.join(',')}]`);
  return messages;
}

/** The signals of a message; none when it is no message of ours. */
export function readMessage(text: string): readonly Told[] {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function joined(all: Told[], one: Told): Told[] {
  const [uuid, signal] = one;
  const last = all.at(-1);
  if (last?.[0] === uuid && last[1].type === 'delta' && signal.type === 'delta') {
    all[all.length - 1] = [uuid, { type: 'delta', text: last[1].text + signal.text }];
  } else all.push(one);
  return all;
}

function cut([uuid, signal]: Told): readonly Told[] {
  if (signal.type !== 'delta') return [[uuid, signal]];
  const pieces: Told[] = [];
  for (let from = 0; from < signal.text.length; from += TEXT_CHARACTERS) {
    const text = signal.text.slice(from, from + TEXT_CHARACTERS);
    pieces.push([uuid, { type: 'delta', text }]);
  }
  return pieces;
}
