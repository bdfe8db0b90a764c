import type { DenialReason, PendingCard } from '../../src/contracts/index.ts';
import { isAppError } from '../../src/base/index.ts';
import type { UserActor } from '../../src/actors/index.ts';
import { versionDigest, type Skill } from '../../src/skills/index.ts';
import { ADMIN, EDITOR } from './people.ts';
import { requestOf, type Scene } from './scene.ts';

/** What people and processes do in a scenario, one program each. Each ends with what its caller was answered. */

/** The worker: takes a queued run and runs it to its pause or end. */
export async function work(scene: Scene, uuid: string): Promise<string> {
  const result = await scene.runtime.runQueued(uuid);
  return result === null ? 'nothing to do' : result.outcome;
}

/** The editor starts a process about page 12 and waits for its first pause. */
export async function start(scene: Scene, process: Skill): Promise<string> {
  return answered(async () => (await scene.runtime.run(requestOf(process))).outcome);
}

/** Somebody decides the card he looks at. */
export async function decide(
  scene: Scene,
  run: { readonly uuid: string; readonly card: PendingCard },
  answer: { readonly by?: UserActor; readonly deny?: DenialReason | null },
): Promise<string> {
  const { by: actor = EDITOR, deny } = answer;
  const { digest: cardDigest } = run.card;
  return answered(async () => {
    const decision =
      deny === undefined
        ? { approved: true as const, cardDigest }
        : { approved: false as const, cardDigest, ...(deny === null ? {} : { reason: deny }) };
    return (await scene.runtime.approve(run.uuid, decision, { actor })).outcome;
  });
}

/** The same in a tab that was opened just now: whatever card it shows is decided. */
export async function decideWhatIsThere(scene: Scene, uuid: string): Promise<string> {
  const card = await scene.card(uuid);
  return card === null ? 'no card' : decide(scene, { uuid, card }, {});
}

export async function answerQuestion(
  scene: Scene,
  run: { readonly uuid: string; readonly card: PendingCard },
  choice: string,
): Promise<string> {
  const answer = { cardDigest: run.card.digest, input: { choice } };
  return answered(
    async () => (await scene.runtime.submitInput(run.uuid, answer, { actor: EDITOR })).outcome,
  );
}

/** A new message: withdraws what waits, then goes on from there (rules.md §3). */
export async function sendMessage(scene: Scene, uuid: string): Promise<string> {
  return answered(async () => {
    const { won, status } = await scene.runtime.cancelIfWaiting(uuid, EDITOR);
    const ended = won || status === 'completed' || status === 'failed' || status === 'cancelled';
    if (!ended) return `left ${status}`;
    const next = await scene.runtime.enqueue(requestOf(null, { predecessor: uuid }));
    return `${won ? 'withdrawn' : status}, then ${await work(scene, next)}`;
  });
}

/** The next turn of a conversation whose last run has ended. */
export async function goOn(scene: Scene, predecessor: string): Promise<string> {
  return answered(async () => {
    const next = await scene.runtime.enqueue(requestOf(null, { predecessor }));
    return work(scene, next);
  });
}

export async function cancel(scene: Scene, uuid: string): Promise<string> {
  return answered(async () =>
    (await scene.runtime.cancel(uuid, ADMIN)) ? 'cancelled' : 'too late',
  );
}

export const administrator = {
  revoke: (scene: Scene, skill: Skill) =>
    scene.step(`revoke ${skill.identifier}`, () =>
      scene.write((writer) =>
        writer.appendRevocation({
          skillUid: skill.uid,
          digest: versionDigest(skill.version),
          reason: 'no more',
          revokedBy: 'admin',
          atMs: 1,
        }),
      ),
    ),
  detach: (scene: Scene, skill: Skill) =>
    scene.step(`detach ${skill.identifier}`, () =>
      scene.write((writer) => writer.removeAttachment(1, skill.uid)),
    ),
  disable: (scene: Scene, skill: Skill) =>
    scene.step(`disable ${skill.identifier}`, () =>
      scene.write((writer) => writer.updateSkill(skill.uid, { enabled: false })),
    ),
  reclassify: (scene: Scene, skill: Skill) =>
    scene.step('re-classify the source', () =>
      scene.write((writer) => writer.updateSource(skill.sourceUid, { trustLevel: 'community' })),
    ),
  askForSecondApprover: (scene: Scene) =>
    scene.step('switch four-eyes on', () => {
      const { configurations } = scene.truth.world;
      const [plain] = Object.values(configurations);
      if (plain === undefined) return;
      scene.truth.set({
        configurations: { ...configurations, 1: { ...plain, requireSecondApprover: true } },
      });
    }),
  switchToolOff: (scene: Scene, tool: string) =>
    scene.step(`switch ${tool} off`, () => {
      scene.truth.set({ toolsOff: [...scene.truth.world.toolsOff, tool] });
    }),
};

/** Somebody changes the page in another program. */
export function changePage(scene: Scene, value: string): Promise<void> {
  return scene.step('change the page elsewhere', () => {
    const { descriptions } = scene.truth.world;
    scene.truth.set({ descriptions: { ...descriptions, 12: value } });
  });
}

/** The process of an actor is gone, at any moment whatever it was doing. */
export function kill(scene: Scene, name: string): Promise<void> {
  return scene.step(`kill ${name}`, () => {
    scene.truth.set({ gone: [...scene.truth.world.gone, name] });
  });
}

/** The reaper, once leases have run out. */
export async function reap(scene: Scene): Promise<string> {
  await scene.step('time passes', () => {
    scene.truth.set({ nowMs: scene.truth.world.nowMs + 10_000 });
  });
  const { requeued, released, deadLettered } = await scene.runtime.recoverInterrupted();
  return `${String(requeued.length)} requeued, ${String(released.length)} released, ${String(deadLettered.length)} ended`;
}

/** What the caller reads: a result, or the code of a refusal. Anything else is a fault of the runtime. */
async function answered(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask();
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}
