import type { Configuration } from '../../src/models/index.ts';
import type { RunRow } from '../../src/runs/index.ts';
import type { Pin, SkillReader } from '../../src/skills/index.ts';
import type { Truth } from './truth.ts';

/** What one actor truly read since it took the run it works on; the first time counts, as that is its check. */
export class Watch {
  readonly #truth: Truth;
  #run: RunRow | null = null;
  #skillsFrom = 0;
  #read = new Map<string, boolean>();

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  /** The actor takes a run: what it read before counts no longer. */
  takes(run: RunRow): void {
    this.#run = run;
    this.#read = new Map();
    this.#skillsFrom = this.#truth.world.skillHistory.length - 1;
  }

  get run(): RunRow | null {
    return this.#run;
  }

  /** The states of the skills since then. */
  get skillHistory() {
    return this.#truth.skillsSince(this.#skillsFrom);
  }

  readSkill(uid: number, skill: Awaited<ReturnType<SkillReader['skill']>>): void {
    this.#note(`skill ${String(uid)}`, skill !== null && !skill.orphaned);
  }

  readSource(uid: number, source: Awaited<ReturnType<SkillReader['source']>>): void {
    const level = source?.trustLevel;
    this.#note(`source ${String(uid)}`, level === 'verified' || level === 'first_party');
  }

  readApproval(
    pin: Pick<Pin, 'skillUid' | 'digest'>,
    found: Awaited<ReturnType<SkillReader['approvalOf']>>,
  ): void {
    this.#note(`approval ${String(pin.skillUid)} ${pin.digest}`, found?.unrevoked === true);
  }

  readConfiguration(uid: number, configuration: Configuration | null): void {
    this.#note(`second approver ${String(uid)}`, configuration?.requireSecondApprover === false);
  }

  /** No segment begins and no decided call runs under a pin that failed at its check, or that was not checked. */
  unheldPin(doing: string): string | null {
    const run = this.#run;
    if (run === null) return `${doing} without a claim`;
    for (const pin of run.pins) {
      const wants = [
        `skill ${String(pin.skillUid)}`,
        `source ${String(pin.sourceUid)}`,
        `approval ${String(pin.skillUid)} ${pin.digest}`,
        ...(pin.process ? [`second approver ${String(run.configurationUid)}`] : []),
      ];
      const failing = wants.find((what) => this.#read.get(what) !== true);
      if (failing !== undefined) {
        const why = this.#read.has(failing) ? 'failed at its check' : 'was not checked';
        return `${doing} under the pin of "${pin.name}", which ${why} (${failing})`;
      }
    }
    return null;
  }

  #note(what: string, holds: boolean): void {
    if (!this.#read.has(what)) this.#read.set(what, holds);
  }
}
