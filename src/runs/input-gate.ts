import type { AppError } from '../base/index.ts';
import type { ErrorCode, SaidNotice } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import type { Snippet } from '../prompts/index.ts';
import { blockedInput, HIGHEST_DATA_CLASS, type InputSource } from '../tools/index.ts';
import type { RuntimeDeps, RuntimeSettings } from './deps.ts';
import { refusal } from './refusals.ts';
import type { RunRow } from './run-store.ts';

export type GateDeps = Pick<RuntimeDeps, 'skills' | 'snippets'> & {
  readonly settings: Pick<Required<RuntimeSettings>, 'ceilingOf'>;
};

/**
 * The first skill or snippet whose declared data class the configuration's trust zone may not see; `null` = none. The live
 * records decide, whatever version is composed (decisions §35); one that is gone declares nothing.
 */
export async function inputBlockedBy(
  deps: GateDeps,
  configuration: Configuration,
  inputs: { readonly skillUids: readonly number[]; readonly snippets: readonly Snippet[] },
): Promise<InputSource | null> {
  const ceiling = await deps.settings.ceilingOf(configuration);
  // A model on this machine may see everything: nothing to look up.
  if (ceiling === HIGHEST_DATA_CLASS) return null;
  return blockedInput(await sourcesOf(deps, inputs), ceiling);
}

/**
 * The same question at every pickup and resume: what was forced on the run, by existence, switched off or not (decisions
 * §37), and what it holds or has given back and still sends (TOL-05).
 */
export async function resumeBlockedBy(
  deps: GateDeps,
  configuration: Configuration,
  run: Pick<RunRow, 'pins' | 'invocation' | 'forcedSkillUids' | 'forcedSnippetUids'>,
): Promise<InputSource | null> {
  const ceiling = await deps.settings.ceilingOf(configuration);
  if (ceiling === HIGHEST_DATA_CLASS) return null;
  const forced = run.forcedSnippetUids;
  const snippets = forced.length === 0 ? [] : await deps.snippets.snippets();
  return blockedInput(
    await sourcesOf(deps, {
      skillUids: [
        ...run.pins.map(({ skillUid }) => skillUid),
        ...run.forcedSkillUids,
        ...(run.invocation === null ? [] : [run.invocation.skillUid]),
      ],
      snippets: snippets.filter(({ uid }) => forced.includes(uid)),
    }),
    ceiling,
  );
}

/** Refuses what a too confidential text would go into, and tells the operator. */
export function inputRefusal(
  { log }: Pick<RuntimeDeps, 'log'>,
  { kind, uid, name, dataClass }: InputSource,
): AppError<ErrorCode> {
  log.warn({ kind, uid, dataClass }, 'A text was kept from a model it is too confidential for');
  return refusal('context_blocked', { name });
}

/** Names the text that is too confidential, never what it says. */
export function blockedNotice({ kind, uid, name }: InputSource): SaidNotice {
  return { code: 'context_blocked', data: { kind, uid, name } };
}

async function sourcesOf(
  { skills }: Pick<GateDeps, 'skills'>,
  inputs: { readonly skillUids: readonly number[]; readonly snippets: readonly Snippet[] },
): Promise<readonly InputSource[]> {
  const ofSkills = await Promise.all(
    [...new Set(inputs.skillUids)].map(async (uid): Promise<InputSource[]> => {
      const skill = await skills.skill(uid);
      if (skill === null) return [];
      return [{ kind: 'skill', uid, name: skill.version.name, dataClass: skill.dataClass ?? null }];
    }),
  );
  return [
    ...ofSkills.flat(),
    ...inputs.snippets.map(({ uid, name, dataClass }): InputSource => ({
      kind: 'snippet',
      uid,
      name,
      dataClass,
    })),
  ];
}
