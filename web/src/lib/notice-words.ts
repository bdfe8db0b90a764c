import type { CompositionNotice, Locale, RunNotice } from '../../../src/contracts/index.ts';

type Reason = RunNotice['data'][string] | undefined;
/** What a notice is about, as a sentence begins with it, and why where the server says so. */
type Sentence = (what: string, reason: Reason) => string;

const EN_REASONS: Readonly<Record<string, string>> = {
  switched_off: 'it is switched off. An administrator can switch it on under Skills.',
  orphaned: 'its source no longer has it. An administrator can say what takes its place.',
  not_admitted: 'its source is not trusted enough. An administrator can change that under Skills.',
  detached: 'it is not attached here any more.',
};

const DE_REASONS: Readonly<Record<string, string>> = {
  switched_off:
    'Der Skill ist ausgeschaltet. Die Administration kann ihn unter Skills einschalten.',
  orphaned:
    'Seine Quelle führt ihn nicht mehr. Die Administration kann sagen, was an seine Stelle tritt.',
  not_admitted:
    'Seiner Quelle wird nicht genug vertraut. Die Administration kann das unter Skills ändern.',
  detached: 'Der Skill ist hier nicht mehr angebunden.',
};

const EN: Readonly<Record<CompositionNotice, Sentence>> = {
  skill_not_available: (what, reason) =>
    `${what} was left out: ${reasonIn(EN_REASONS, reason) ?? 'it is not to be had here now. An administrator sees why under Skills.'}`,
  skill_gone: (what) => `${what} was left out: the skill no longer exists.`,
  skill_damaged: (what) =>
    `${what} was left out: its stored text does not match its digest. Tell an administrator.`,
  process_skipped: (what) =>
    `${what} was left out: it is a process, which a person starts beside a page.`,
  section_skipped: (what) =>
    `${what} was left out: there was no room for it. Start a new conversation to have it again.`,
  section_fenced: (what) =>
    `${what} is reference text now and no longer an instruction: its current version is not approved.`,
  fenced_dropped: (what) =>
    `${what} was left out: there was no room for its text. Choose fewer skills at once.`,
  snippet_left_out: (what) =>
    `${what} was left out: the snippet is switched off, not marked, or no longer there.`,
  already_loaded: (what) => `${what} guides this conversation already.`,
  held_version_kept: (what) =>
    `${what} stays at the version this conversation began with. A new conversation gets the current one.`,
  context_blocked: (what) =>
    `${what} is more confidential than the model of this configuration may see.`,
};

const DE: Readonly<Record<CompositionNotice, Sentence>> = {
  skill_not_available: (what, reason) =>
    `${what} wurde weggelassen: ${reasonIn(DE_REASONS, reason) ?? 'Der Skill ist hier gerade nicht zu haben. Die Administration sieht unter Skills, warum.'}`,
  skill_gone: (what) => `${what} wurde weggelassen: Den Skill gibt es nicht mehr.`,
  skill_damaged: (what) =>
    `${what} wurde weggelassen: Der gespeicherte Text passt nicht zu seiner Prüfsumme. Sagen Sie es der Administration.`,
  process_skipped: (what) =>
    `${what} wurde weggelassen: Es ist ein Prozess, und den startet eine Person neben einer Seite.`,
  section_skipped: (what) =>
    `${what} wurde weggelassen: Dafür war kein Platz. In einem neuen Gespräch ist es wieder dabei.`,
  section_fenced: (what) =>
    `${what} ist jetzt nur Referenz und keine Anweisung mehr: Die jetzige Version ist nicht freigegeben.`,
  fenced_dropped: (what) =>
    `${what} wurde weggelassen: Für diesen Text war kein Platz. Wählen Sie weniger Skills auf einmal.`,
  snippet_left_out: (what) =>
    `${what} wurde weggelassen: Der Textbaustein ist ausgeschaltet, nicht freigegeben oder nicht mehr da.`,
  already_loaded: (what) => `${what} leitet dieses Gespräch schon an.`,
  held_version_kept: (what) =>
    `${what} bleibt bei der Version, mit der dieses Gespräch begann. Ein neues Gespräch bekommt die jetzige.`,
  context_blocked: (what) =>
    `${what} ist vertraulicher, als das Modell dieser Konfiguration sehen darf.`,
};

/** What people read of a skill or snippet that is not in a send, or not as one would think; `null`: no such notice. */
export function compositionText({ code, data }: RunNotice, locale: Locale): string | null {
  const sentences: Readonly<Record<string, Sentence>> = locale === 'de' ? DE : EN;
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return sentence?.(nameIn(data, locale), data['reason']) ?? null;
}

/** The same where what it is called is not at hand, beside the words for errors. */
export function namelessCompositions(locale: Locale): Readonly<Record<CompositionNotice, string>> {
  const sentences = locale === 'de' ? DE : EN;
  const what = nameIn({}, locale);
  return {
    skill_not_available: sentences.skill_not_available(what, undefined),
    skill_gone: sentences.skill_gone(what, undefined),
    skill_damaged: sentences.skill_damaged(what, undefined),
    process_skipped: sentences.process_skipped(what, undefined),
    section_skipped: sentences.section_skipped(what, undefined),
    section_fenced: sentences.section_fenced(what, undefined),
    fenced_dropped: sentences.fenced_dropped(what, undefined),
    snippet_left_out: sentences.snippet_left_out(what, undefined),
    already_loaded: sentences.already_loaded(what, undefined),
    held_version_kept: sentences.held_version_kept(what, undefined),
    context_blocked: sentences.context_blocked(what, undefined),
  };
}

function nameIn(data: RunNotice['data'], locale: Locale): string {
  const name = data['name'];
  if (typeof name !== 'string' || name === '') return locale === 'de' ? 'Ein Text' : 'A text';
  return locale === 'de' ? `„${name}“` : `“${name}”`;
}

function reasonIn(reasons: Readonly<Record<string, string>>, reason: Reason): string | undefined {
  return typeof reason === 'string' && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
}
