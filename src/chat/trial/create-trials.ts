import { isAdministrator, type Actor, type UserActor } from '../../actors/index.ts';
import { AppError, isAppError } from '../../base/index.ts';
import type { Locale, RunEvent, TrialEnding, TrialEvent } from '../../contracts/index.ts';
import type {
  AgentRuntime,
  RunListener,
  RunRequest,
  RunResult,
  RuntimeDeps,
  RuntimeSettings,
} from '../../runs/index.ts';
import type { SkillService } from '../../skills/index.ts';
import { conversationMessages } from '../history.ts';
import { chatSystemPrompt } from '../system-prompt.ts';
import { createTrialRuntime } from './trial-runtime.ts';
import { DEFAULT_TRIAL_LIMITS, trialStep, type TrialLimits } from './trial-step.ts';

export interface TrialRequest {
  readonly skillUid: number;
  /** The digest the person's page rendered. */
  readonly digest: string;
  readonly page: number;
  readonly locale: Locale;
}

/** A trial that was let in and has not begun yet; it has to be run, or it keeps its person's place. */
export interface SkillTrial {
  /** Runs to its end and tells what happens on the way. Never throws; aborting the signal ends it. */
  run(tell: (event: TrialEvent) => void, signal: AbortSignal): Promise<void>;
}

/** Trying a version on a page before deciding about it (WEB-04). */
export interface SkillTrials {
  /**
   * Checks and audits a trial on the default configuration. Throws `not_permitted` for anybody but administrators,
   * `subject_unreadable`, `trial_running` while the same person has one, and what `SkillService.openTrial` refuses.
   */
  begin(request: TrialRequest, actor: Actor): Promise<SkillTrial>;
  /** Ends every trial and waits for it. */
  close(): Promise<void>;
}

export interface TrialDeps {
  /** What the installation's own runs stand on. */
  readonly runs: RuntimeDeps;
  readonly runSettings?: RuntimeSettings;
  readonly skills: Pick<SkillService, 'openTrial'>;
}

/** Creates the one service of this folder. Trials live in the memory of this process alone. */
export function createSkillTrials(
  deps: TrialDeps,
  limits: TrialLimits = DEFAULT_TRIAL_LIMITS,
): SkillTrials {
  const closing = new AbortController();
  const places = new Set<string>();
  const running = new Set<Promise<void>>();

  return {
    begin: async (request, actor) => {
      const person = administrator(actor);
      const { configurations, content } = deps.runs;
      const configuration = await configurations.defaultConfiguration();
      if (configuration === null) {
        throw new AppError('unavailable', 'No default configuration is set.');
      }
      const subject = { table: 'pages', uid: request.page };
      if (content === null || (await content.pageOf(subject, actor)) === null) {
        throw new AppError(
          'subject_unreadable',
          'There is no such page, or it is not yours to read.',
        );
      }
      if (closing.signal.aborted) throw new AppError('unavailable', 'The server is closing.');
      if (places.has(person.userId)) {
        throw new AppError(
          'trial_running',
          'You are already trying a version. Stop that trial first.',
        );
      }
      places.add(person.userId);
      try {
        const tried = await deps.skills.openTrial(
          request.skillUid,
          { digest: request.digest, pageUid: request.page },
          actor,
        );
        const settings = deps.runSettings === undefined ? {} : { settings: deps.runSettings };
        const trial = new Trial(createTrialRuntime({ deps: deps.runs, ...settings }, tried), {
          deps,
          limits,
          person,
          request: {
            configurationUid: configuration.uid,
            messages: [
              {
                role: 'system',
                content: chatSystemPrompt({
                  locale: request.locale,
                  page: request.page,
                  openPoints: [],
                }),
              },
              ...conversationMessages([], { text: '' }),
            ],
            actor,
            invocation: { skillUid: request.skillUid, subject },
          },
        });
        return {
          run: (tell, signal) => {
            tell({
              kind: 'started',
              digest: tried.digest,
              page: request.page,
              maxRounds: limits.rounds,
              maxCards: limits.cards,
            });
            const work = trial.run(tell, AbortSignal.any([signal, closing.signal])).finally(() => {
              places.delete(person.userId);
              running.delete(work);
            });
            running.add(work);
            return work;
          },
        };
      } catch (error) {
        places.delete(person.userId);
        throw error;
      }
    },
    close: async () => {
      closing.abort();
      await Promise.all(running);
    },
  };
}

function administrator(actor: Actor): UserActor {
  if (actor.kind === 'user' && isAdministrator(actor)) return actor;
  throw new AppError('not_permitted', 'Only administrators try versions.');
}

interface TrialFrame {
  readonly deps: TrialDeps;
  readonly limits: TrialLimits;
  readonly person: UserActor;
  readonly request: RunRequest;
}

/** One trial at work: lets the run go on from card to card until it ends or meets a limit. */
class Trial {
  readonly #runtime: AgentRuntime;
  readonly #frame: TrialFrame;
  #uuid: string | null = null;
  #rounds = 0;
  #cards = 0;
  #halted: TrialEnding | null = null;

  constructor(runtime: AgentRuntime, frame: TrialFrame) {
    this.#runtime = runtime;
    this.#frame = frame;
  }

  async run(tell: (event: TrialEvent) => void, signal: AbortSignal): Promise<void> {
    const { deps, limits, request } = this.#frame;
    const over = new AbortController();
    const stop = () => void this.#halt('cancelled');
    signal.addEventListener('abort', stop, { once: true });
    const clock = deps.runs.clock.sleep(limits.timeMs, over.signal).then(
      () => this.#halt('time'),
      () => undefined,
    );
    const end = (ending: TrialEnding, text: string, code: string | null = null) => {
      const [cards, rounds] = [this.#cards, this.#rounds];
      tell({ kind: 'ended', ending, text, code, cards, rounds });
    };
    try {
      if (signal.aborted) {
        end('cancelled', '');
        return;
      }
      const listener = this.#listener(tell);
      let result = await this.#runtime.run(request, listener);
      for (;;) {
        const next = await this.#next(result, { tell, listener });
        if (!('ending' in next)) {
          result = next;
          continue;
        }
        // Whatever still waits is closed with the trial.
        await this.#runtime.cancel(result.uuid, request.actor);
        end(next.ending, next.ending === 'cancelled' ? '' : result.text);
        return;
      }
    } catch (error) {
      if (this.#halted !== null) {
        end(this.#halted, '');
      } else if (isAppError(error)) {
        end('stopped', error.message, error.code);
      } else {
        deps.runs.log.error({ err: error }, 'A trial failed');
        end('stopped', '', 'internal');
      }
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
      await clock;
    }
  }

  async #next(
    result: RunResult,
    told: { readonly tell: (event: TrialEvent) => void; readonly listener: RunListener },
  ): Promise<RunResult | { readonly ending: TrialEnding }> {
    const { deps, limits, person, request } = this.#frame;
    const { uuid } = result;
    const view = await this.#runtime.status(uuid, request.actor);
    const fresh = await deps.runs.actors.user(person.userId);
    if (fresh === null || !isAdministrator(fresh)) return { ending: 'stopped' };
    const step = trialStep({
      outcome: result.outcome,
      termination: result.termination,
      card: view?.card ?? null,
      cards: this.#cards,
      halted: this.#halted,
      limits,
    });
    const options = { actor: request.actor, listener: told.listener };
    switch (step.do) {
      case 'end':
        return { ending: step.ending };
      case 'skip': {
        const { card } = step;
        this.#cards += 1;
        told.tell({
          kind: 'card',
          said: result.text,
          calls: card.calls.map(({ callId, tool, effect, preview, target }) => ({
            callId,
            tool,
            effect,
            preview,
            target,
          })),
        });
        const denial = { approved: false, cardDigest: card.digest } as const;
        return this.#runtime.approve(
          uuid,
          card.isProcessWrite ? { ...denial, reason: 'skip' } : denial,
          options,
        );
      }
      case 'answer': {
        const { question, options: choices, chosen, input } = step.question;
        told.tell({ kind: 'question', question, options: [...choices], chosen });
        return this.#runtime.submitInput(uuid, { cardDigest: step.card.digest, input }, options);
      }
    }
  }

  #listener(tell: (event: TrialEvent) => void): RunListener {
    return {
      onEvent: (event) => {
        this.#uuid = event.runUuid;
        // Stopped before the run had a name to stop it by.
        if (this.#halted !== null) void this.#cancel();
        this.#tellOf(event, tell);
      },
    };
  }

  #tellOf({ kind, payload }: RunEvent, tell: (event: TrialEvent) => void): void {
    if (kind === 'progress') {
      const { current, total, completed } = payload;
      tell({
        kind: 'progress',
        current: Number(current),
        total: Number(total),
        completed: completed === true,
      });
    }
    if (kind === 'llm') {
      this.#rounds += 1;
      const tools = Array.isArray(payload['tools']) ? payload['tools'].map(String) : [];
      tell({ kind: 'round', round: this.#rounds, tools });
      if (this.#rounds >= this.#frame.limits.rounds && tools.length > 0) void this.#halt('rounds');
    }
  }

  async #halt(ending: TrialEnding): Promise<void> {
    this.#halted ??= ending;
    await this.#cancel();
  }

  /** Nobody waits for it where it is asked for, so that it fails is told here. */
  async #cancel(): Promise<void> {
    const { deps, request } = this.#frame;
    try {
      if (this.#uuid !== null) await this.#runtime.cancel(this.#uuid, request.actor);
    } catch (error) {
      deps.runs.log.error({ err: error, run: this.#uuid }, 'A trial could not be stopped');
    }
  }
}
