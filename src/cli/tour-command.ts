import { Command } from 'commander';
import { AppError, isAppError } from '../base/index.ts';
import {
  isWhollyShown,
  type ConversationView,
  type DecideCard,
  type FieldChange,
  type Locale,
  type PendingCard,
  type ProposalOutcome,
} from '../contracts/index.ts';
import type { Vouch } from '../app/index.ts';
import { acting, type Actor, type Common } from './acting.ts';
import { EXIT } from './exit-codes.ts';
import { findPage } from './find-named.ts';
import { localeFor, localeOption } from './locale-option.ts';
import { createLineReader, type LineReader } from './standard-input.ts';
import { tourOutput } from './tour-output.ts';
import { cardText, entryText, outcomeText, type Screen } from './tour-screen.ts';
import { TOUR_WORDS, type TourWords } from './tour-words.ts';

interface TourOptions extends Common {
  readonly process: string;
  readonly locale?: Locale;
}

const output = tourOutput(process.stdout);

/** What one tour came to. */
interface TourTotals {
  readonly page: string;
  readonly finished: boolean;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly message: string | null;
}

/** `vouch tour <page>`: the tour of the chat, at a prompt. */
export function tourCommand(): Command {
  return new Command('tour')
    .description('go through the findings of a page at the prompt, one card at a time')
    .argument(
      '<pages...>',
      'page: a path below the content folder, or a uid; several are toured in turn',
    )
    .option('--process <skill>', 'the process to start (identifier or uid)', 'seo')
    .option('--as <e-mail>', 'act for this person (default: the only administrator)')
    .addOption(localeOption('language of cards and answers'))
    .option('--json', 'one JSON object a line: cards, answers, totals')
    .addHelpText(
      'after',
      [
        '',
        'Answers: apply, variant, skip, keep, quit (or their first letters). They may come from a pipe, one a line.',
        `Exit code: ${String(EXIT.done)} finished, ${String(EXIT.unfinished)} ended before the last point, ${String(EXIT.refused)} refused.`,
      ].join('\n'),
    )
    .action(async (pages: string[], options: TourOptions, command: Command) => {
      const answers = createLineReader(process.stdin, process.stdout);
      try {
        await acting(command, options, async ({ vouch, actor }) => {
          const skillUid = await processUid(vouch, actor, options.process);
          for (const page of pages) {
            if (output.isGone()) break;
            const totals = await tourPage({ vouch, actor, skillUid, answers, options }, page);
            if (options.json === true) say(`${JSON.stringify({ totals })}\n`);
            if (!totals.finished || output.isGone()) process.exitCode = EXIT.unfinished;
          }
        });
      } finally {
        answers.close();
      }
    });
}

interface Touring {
  readonly vouch: Vouch;
  readonly actor: Actor;
  readonly skillUid: number;
  readonly answers: LineReader;
  readonly options: TourOptions;
}

async function tourPage(touring: Touring, address: string): Promise<TourTotals> {
  const { vouch, actor, skillUid, options } = touring;
  const page = await findPage(vouch, actor, address);
  const locale = await localeFor(vouch, options.locale, actor);
  const screen: Screen = { locale, colour: process.stdout.isTTY && options.json !== true };
  const { uuid } = await vouch.chat.create(actor, { page, locale });
  await vouch.chat.sendMessage(actor, uuid, { text: '', skillUid });
  const stop = new AbortController();
  const outcomes: Record<string, number> = {};
  let shown = 0;
  let answeredDigest: string | null = null;
  try {
    for await (const event of vouch.stream.follow(actor, uuid, stop.signal)) {
      if (event.type !== 'changed') continue;
      const { conversation } = event;
      for (const entry of conversation.entries) {
        if (entry.sequence <= shown) continue;
        shown = entry.sequence;
        if (entry.body.kind === 'outcome') {
          const { kind } = entry.body.outcome;
          outcomes[kind] = (outcomes[kind] ?? 0) + 1;
        }
        say(
          options.json === true
            ? `${JSON.stringify({ entry })}\n`
            : entry.body.kind === 'outcome'
              ? outcomeText(
                  entry.body.outcome,
                  await savedBy(entry.body.outcome, touring, page),
                  screen,
                )
              : entryText(entry, screen),
        );
      }
      if (conversation.status === 'processing') continue;
      const { card } = conversation;
      if (card === null) {
        return { page: address, ...ending(conversation), outcomes };
      }
      if (card.digest === answeredDigest) continue;
      const answer = await answerTo(card, conversation, { ...touring, screen });
      if (answer === null) {
        await vouch.chat.endProcess(actor, uuid);
        say(options.json === true ? '' : `\n${TOUR_WORDS[locale].ended}\n`);
        return { page: address, finished: false, outcomes, message: null };
      }
      answeredDigest = card.digest;
      await decide(touring, uuid, answer);
    }
  } finally {
    stop.abort();
  }
  return { page: address, finished: false, outcomes, message: 'the conversation was closed' };
}

/** The fields that stand in the history as what an answer saved; `null` where that is not one entry of this page. */
async function savedBy(
  { historyId }: ProposalOutcome,
  { vouch, actor }: Touring,
  page: number,
): Promise<readonly FieldChange[] | null> {
  if (historyId === null) return null;
  const entries = await vouch.host.history(page, actor);
  return entries.find(({ id }) => id === historyId)?.fields ?? null;
}

/** Hands an answer over; a refusal is shown, and the card that is current then is asked again. */
async function decide({ vouch, actor }: Touring, uuid: string, answer: DecideCard): Promise<void> {
  try {
    await vouch.chat.decide(actor, uuid, answer);
  } catch (error) {
    if (!isAppError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
  }
}

const PROCESS_ANSWERS: Readonly<Record<string, Omit<DecideCard, 'cardDigest'>>> = {
  a: { answer: 'approve' },
  v: { answer: 'deny', reason: 'variant' },
  s: { answer: 'deny', reason: 'skip' },
  k: { answer: 'deny', reason: 'keep' },
};
const PLAIN_ANSWERS: Readonly<Record<string, Omit<DecideCard, 'cardDigest'>>> = {
  a: { answer: 'approve' },
  d: { answer: 'deny' },
};
const WHOLE_WORDS = /^(apply|approve|variant|skip|keep|decline|deny|quit|[avskdq])$/;

/** Shows a card and asks until there is an answer; `null` = quit, or the input has ended. */
async function answerTo(
  card: PendingCard,
  conversation: ConversationView,
  { answers, screen, options }: Touring & { readonly screen: Screen },
): Promise<DecideCard | null> {
  const words = TOUR_WORDS[screen.locale];
  if (card.kind === 'input') {
    say(`${words.cannotAsk}\n`);
    return null;
  }
  say(
    options.json === true
      ? `${JSON.stringify({ card, progress: conversation.progress })}\n`
      : cardText(card, conversation.progress, screen),
  );
  const known = card.isProcessWrite ? PROCESS_ANSWERS : PLAIN_ANSWERS;
  const isShown = isWhollyShown(card);
  if (!isShown && options.json !== true) {
    say(`${card.isProcessWrite ? words.notShown : words.plainNotShown}\n`);
  }
  for (;;) {
    const typed = await answers.ask(questionOf(card, words));
    if (typed === null || output.isGone()) return null;
    const word = typed.trim().toLowerCase();
    if (word === '') continue;
    const letter = WHOLE_WORDS.test(word) ? word.slice(0, 1) : '';
    if (letter === 'q') return null;
    const answer = letter === 'a' && !isShown ? undefined : known[letter];
    if (answer !== undefined) return { cardDigest: card.digest, ...answer };
    process.stderr.write(`${words.notAnAnswer(word)}\n`);
  }
}

/** What is asked of a card: a yes only for what it shows (HST-02). */
function questionOf(card: PendingCard, words: TourWords): string {
  if (isWhollyShown(card)) return card.isProcessWrite ? words.question : words.plainQuestion;
  return card.isProcessWrite ? words.questionNotShown : words.plainQuestionNotShown;
}

function ending({ status, entries }: ConversationView): {
  finished: boolean;
  message: string | null;
} {
  const stopped = entries.findLast((entry) => entry.body.kind === 'stopped')?.body;
  const message = stopped?.kind === 'stopped' ? stopped.message : null;
  return { finished: status === 'idle', message };
}

async function processUid(vouch: Vouch, actor: Actor, name: string): Promise<number> {
  const configuration = await vouch.configurations.defaultConfiguration();
  const offered =
    configuration === null
      ? []
      : await vouch.skills.catalogue(actor, configuration, { processesOnly: true });
  const found = offered.find((skill) => skill.identifier === name || String(skill.uid) === name);
  if (found === undefined) {
    const names = offered.map((skill) => skill.identifier).join(', ');
    throw new AppError(
      'not_an_instruction',
      names === ''
        ? `No process is approved yet. Read it with: vouch skills show ${name} — and approve it with: vouch skills approve ${name} --digest …`
        : `${name} is not a process you can start here. These are: ${names}.`,
    );
  }
  return found.uid;
}

function say(text: string): void {
  output.say(text);
}
