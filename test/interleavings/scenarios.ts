import type { PendingCard } from '../../src/contracts/index.ts';
import {
  administrator,
  answerQuestion,
  cancel,
  changePage,
  decide,
  decideWhatIsThere,
  goOn,
  kill,
  reap,
  sendMessage,
  start,
  work,
} from './cast.ts';
import { APPROVER, EDITOR } from './people.ts';
import { ASK, CREATE, DESCRIBE, loadThenWrite, once, READ, writeThenComplete } from './plays.ts';
import { requestOf, type Scenario, type Scene, type SkillSet } from './scene.ts';

interface Waiting {
  readonly uuid: string;
  readonly card: PendingCard;
}

/** A run that waits, of the process or without one. */
function waiting(process: boolean) {
  return async (scene: Scene, skills: SkillSet): Promise<Waiting> => {
    const { uuid } = await scene.runtime.run(requestOf(process ? skills.process : null));
    const card = await scene.card(uuid);
    if (card === null) throw new Error('no card');
    return { uuid, card };
  };
}

/** The same without a process, and with nothing attached but what is always there. */
async function waitingAlone(scene: Scene, skills: SkillSet): Promise<Waiting> {
  await scene.write((writer) => writer.removeAttachment(1, skills.process.uid));
  return waiting(false)(scene, skills);
}

function queued(process: boolean) {
  return (scene: Scene, skills: SkillSet): Promise<string> =>
    scene.runtime.enqueue(requestOf(process ? skills.process : null));
}

/** Fixes what a scenario begins with, so that its actors are told of exactly that. */
function scenario<Begun>(given: Scenario<Begun>): Scenario {
  return given as Scenario;
}

export const SCENARIOS: readonly Scenario[] = [
  scenario<string>({
    title: 'pickup while an administrator revokes the process and switches four-eyes on',
    model: once(READ, DESCRIBE),
    begin: queued(true),
    actors: {
      worker: (scene, uuid) => work(scene, uuid),
      administrator: (scene, _uuid, { process }) => administrator.revoke(scene, process),
      'another administrator': (scene) => administrator.askForSecondApprover(scene),
    },
  }),
  scenario<string>({
    title: 'pickup by two workers while the operator cancels',
    model: once(READ, DESCRIBE),
    begin: queued(true),
    actors: {
      worker: (scene, uuid) => work(scene, uuid),
      'second worker': (scene, uuid) => work(scene, uuid),
      operator: (scene, uuid) => cancel(scene, uuid),
    },
  }),
  scenario<Waiting>({
    title: 'editor and second tab approve one card while an administrator revokes',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      'second tab': (scene, run) => decide(scene, run, {}),
      administrator: (scene, _run, { process }) => administrator.revoke(scene, process),
    },
  }),
  scenario<Waiting>({
    title: 'editor approves, second tab skips, operator cancels',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      'second tab': (scene, run) => decide(scene, run, { deny: 'skip' }),
      operator: (scene, run) => cancel(scene, run.uuid),
    },
  }),
  scenario<Waiting>({
    title: 'the page moves under an approval; a second tab decides whatever card is there',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      'second tab': (scene, run) => decideWhatIsThere(scene, run.uuid),
      'another program': (scene) => changePage(scene, 'moved'),
    },
  }),
  scenario<Waiting>({
    title: 'four-eyes and a re-classified source under an approval of the process',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      administrator: (scene) => administrator.askForSecondApprover(scene),
      'another administrator': (scene, _run, { always }) => administrator.reclassify(scene, always),
    },
  }),
  scenario<Waiting>({
    title: 'a new message meets an approval in the second tab',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => sendMessage(scene, run.uuid),
      'second tab': (scene, run) => decide(scene, run, {}),
    },
  }),
  scenario<Waiting>({
    title: 'a new message while an administrator detaches and revokes',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => sendMessage(scene, run.uuid),
      administrator: (scene, _run, { process }) => administrator.detach(scene, process),
      'another administrator': (scene, _run, { always }) => administrator.revoke(scene, always),
    },
  }),
  scenario<string>({
    title: 'a worker is killed; the reaper and a second worker take over',
    model: once(READ, DESCRIBE),
    begin: queued(true),
    actors: {
      worker: (scene, uuid) => work(scene, uuid),
      power: (scene) => kill(scene, 'worker'),
      reaper: (scene) => reap(scene),
      'second worker': (scene, uuid) => work(scene, uuid),
    },
  }),
  scenario<Waiting>({
    title: 'an approval dies or dawdles while it writes what must not be written twice',
    model: once(CREATE),
    begin: waitingAlone,
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      reaper: (scene) => reap(scene),
      'second tab': (scene, run) => decide(scene, run, {}),
    },
  }),
  scenario<Waiting>({
    title: 'a slow approval loses its lease to the reaper and wakes late',
    model: once(DESCRIBE),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      reaper: (scene) => reap(scene),
      'second worker': (scene, run) => work(scene, run.uuid),
    },
  }),
  scenario<Waiting>({
    title: 'a slow denial loses its lease to the reaper; the second tab decides anew',
    model: once(DESCRIBE),
    begin: waitingAlone,
    actors: {
      editor: (scene, run) => decide(scene, run, { deny: 'keep' }),
      reaper: (scene) => reap(scene),
      'second tab': (scene, run) => decideWhatIsThere(scene, run.uuid),
    },
  }),
  scenario<Waiting>({
    title: 'two tabs answer a question while an administrator revokes',
    model: once(ASK),
    begin: waiting(true),
    actors: {
      editor: (scene, run) => answerQuestion(scene, run, 'this'),
      'second tab': (scene, run) => answerQuestion(scene, run, 'that'),
      administrator: (scene, _run, { process }) => administrator.revoke(scene, process),
    },
  }),
  scenario<Waiting>({
    title: 'outside processes: approver and owner decide while four-eyes is switched on',
    model: once(DESCRIBE, READ),
    begin: waiting(false),
    actors: {
      approver: (scene, run) => decide(scene, run, { by: APPROVER }),
      owner: (scene, run) => decide(scene, run, { by: EDITOR }),
      administrator: (scene) => administrator.askForSecondApprover(scene),
    },
  }),
  scenario<string>({
    title: 'the only declaring skill is disabled and a tool switched off at a pickup',
    model: once(READ, DESCRIBE),
    begin: queued(true),
    actors: {
      worker: (scene, uuid) => work(scene, uuid),
      administrator: (scene, _uuid, { process }) => administrator.disable(scene, process),
      'another administrator': (scene) => administrator.switchToolOff(scene, 'describe_page'),
      'third administrator': (scene, _uuid, { always }) => administrator.detach(scene, always),
    },
  }),
  scenario<string>({
    title: 'the next turn begins while an administrator detaches, re-classifies and disables',
    model: once(),
    begin: async (scene) => (await scene.runtime.run(requestOf(null))).uuid,
    actors: {
      editor: (scene, uuid) => goOn(scene, uuid),
      administrator: (scene, _uuid, { always }) => administrator.detach(scene, always),
      'another administrator': (scene, _uuid, { always }) =>
        administrator.reclassify(scene, always),
      'third administrator': (scene, _uuid, { process }) => administrator.disable(scene, process),
    },
  }),
  scenario<null>({
    title: 'a process is started while an administrator revokes, detaches and asks for four-eyes',
    model: once(READ, DESCRIBE),
    begin: async () => null,
    actors: {
      editor: (scene, _begun, { process }) => start(scene, process),
      administrator: (scene, _begun, { process }) => administrator.revoke(scene, process),
      'another administrator': (scene, _begun, { process }) => administrator.detach(scene, process),
      'third administrator': (scene) => administrator.askForSecondApprover(scene),
    },
  }),
  scenario<string>({
    title: 'a skill is loaded while an administrator revokes and detaches it; the operator cancels',
    model: loadThenWrite,
    begin: async (scene, skills) => {
      await scene.write((writer) =>
        writer.setAttachment({
          configurationUid: 1,
          skillUid: skills.loadable.uid,
          loadMode: 'on_demand',
        }),
      );
      return queued(false)(scene, skills);
    },
    actors: {
      worker: (scene, uuid) => work(scene, uuid),
      administrator: (scene, _uuid, { loadable }) => administrator.revoke(scene, loadable),
      'another administrator': (scene, _uuid, { loadable }) =>
        administrator.detach(scene, loadable),
      operator: (scene, uuid) => cancel(scene, uuid),
    },
  }),
  scenario<Waiting>({
    title: 'a process completes under a new message, a skip in the second tab and a revocation',
    model: writeThenComplete,
    begin: waiting(true),
    actors: {
      editor: (scene, run) => decide(scene, run, {}),
      'second tab': (scene, run) => sendMessage(scene, run.uuid),
      administrator: (scene, _run, { process }) => administrator.revoke(scene, process),
    },
  }),
  scenario<string>({
    title: 'outside processes: the only declaring skill is disabled or revoked at a pickup',
    model: once(READ),
    begin: queued(false),
    actors: {
      worker: (scene, uuid) => work(scene, uuid),
      administrator: (scene, _uuid, { process }) => administrator.disable(scene, process),
      'another administrator': (scene, _uuid, { process }) => administrator.revoke(scene, process),
    },
  }),
];
