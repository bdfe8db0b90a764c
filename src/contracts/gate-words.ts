import type { SkillLack, ToolExplanation, ToolGate } from './governance.ts';
import type { McpServerState } from './mcp.ts';
import type { Locale } from './records.ts';

/**
 * Words for what keeps a tool back, the same at the prompt and on screen. A *gate* is one of the rules a tool has to pass; a
 * *detail* is what exactly is missing at one. `why` says what is so, `remedy` what to do; empty where nobody knows.
 */
interface GateWords {
  readonly why: string;
  readonly remedy: string;
}

/** The same of something that has a name, or of several; the names come in quotation marks. */
interface DetailWords {
  readonly why: (name: string) => string;
  readonly remedy: (name: string) => string;
}

/** What is missing at a gate. */
export type GateDetail =
  | 'toolOff'
  | 'groupOff'
  | 'skillUnapproved'
  | 'skillsUnapproved'
  | 'nobodyLists'
  | 'listedBy'
  | `lacks_${SkillLack}`
  | `server_${McpServerState}`;

interface GateTables {
  readonly gates: Readonly<Record<ToolGate | 'other', GateWords>>;
  readonly details: Readonly<Record<GateDetail, DetailWords>>;
}

const ENGLISH: GateTables = {
  gates: {
    notRegistered: {
      why: 'There is no such tool.',
      remedy: 'The list of tools names those there are.',
    },
    toolDisabled: {
      why: 'The tool or its group is switched off.',
      remedy: 'Switch it on among the tools; a group that is off takes its tools with it.',
    },
    requiresAdmin: {
      why: 'It is for administrators only.',
      remedy: 'Ask for a run of an administrator.',
    },
    requestList: {
      why: 'The request did not ask for it.',
      remedy: 'Name it in the request, or name no tools there.',
    },
    skillList: {
      why: 'Skills of the run list the tools it has, and none lists this one.',
      remedy:
        'Name it among the tools of such a skill, approve the new version, switch the skill on, and attach it to the configuration or start the run with it.',
    },
    configurationGroup: {
      why: 'The configuration leaves its group out.',
      remedy: 'Add the group to the configuration, under Models.',
    },
    trustZone: {
      why: 'What it shows is too confidential for the model.',
      remedy: 'Use a configuration whose provider stands in a nearer trust zone, under Models.',
    },
    nothingToDo: {
      why: 'In such a run it has nothing to do.',
      remedy: 'Ask for a run with a process, or with the skills it is for.',
    },
    other: { why: 'It is not available.', remedy: '' },
  },
  details: {
    toolOff: {
      why: () => 'The tool is switched off.',
      remedy: () => 'Switch it on among the tools.',
    },
    groupOff: {
      why: (group) => `Its group ${group} is switched off.`,
      remedy: () => 'Switch the group on among the tools.',
    },
    skillUnapproved: {
      why: (skill) =>
        `${skill} takes part in the run, and no version of it is approved: until one is, it allows no tool.`,
      remedy: () =>
        'Approve a version that lists the tool, or says nothing of tools; or take the skill off.',
    },
    skillsUnapproved: {
      why: (skills) =>
        `${skills} take part in the run, and no version of any is approved: until one is, such a skill allows no tool.`,
      remedy: () =>
        'Approve versions that list the tool, or say nothing of tools; or take the skills off.',
    },
    nobodyLists: {
      why: () => 'The run has only tools a skill lists, and no skill lists this one.',
      remedy: () => 'Name it among the tools of a skill of the run, and approve that version.',
    },
    listedBy: {
      why: (skills) => `The tools of the run are those listed by ${skills}.`,
      remedy: () => '',
    },
    lacks_approve: {
      why: (skill) => `${skill} lists it in a version that is not approved.`,
      remedy: () => 'Read that version and approve it.',
    },
    lacks_enable: {
      why: (skill) => `${skill} lists it and is switched off.`,
      remedy: () => 'Switch the skill on.',
    },
    lacks_admit: {
      why: (skill) =>
        `${skill} lists it, and its source is switched off or trusted with too little.`,
      remedy: () => 'Switch the source on, or trust it with more.',
    },
    lacks_attach: {
      why: (skill) => `${skill} lists it and does not take part in the run.`,
      remedy: () => 'Attach the skill to the configuration, or start the run with it.',
    },
    server_ready: {
      why: (server) => `The server ${server} has no such tool, or it is one that is never offered.`,
      remedy: () => 'What it has stands under Servers of tools.',
    },
    server_off: {
      why: (server) => `The server ${server} is not in use.`,
      remedy: () => 'Take it into use under Servers of tools.',
    },
    server_commandsRefused: {
      why: (server) => `The settings do not let the command of ${server} be started.`,
      remedy: () => 'An operator allows it with the setting mcp.commands.',
    },
    server_noDataClass: {
      why: (server) => `Nobody said how confidential the answers of ${server} are.`,
      remedy: () => 'Say so under Servers of tools.',
    },
    server_neverAsked: {
      why: (server) => `The server ${server} was never asked for its tools.`,
      remedy: () => 'Ask it under Servers of tools, read what it says, and approve it.',
    },
    server_notApproved: {
      why: (server) => `The tools of the server ${server} are not approved.`,
      remedy: () => 'Look at them under Servers of tools and approve them.',
    },
    server_changed: {
      why: (server) => `The tools of the server ${server} changed since they were approved.`,
      remedy: () => 'Look at what changed under Servers of tools and approve it.',
    },
  },
};

const GERMAN: GateTables = {
  gates: {
    notRegistered: {
      why: 'Ein solches Werkzeug gibt es nicht.',
      remedy: 'Welche es gibt, steht unter Werkzeuge.',
    },
    toolDisabled: {
      why: 'Das Werkzeug oder seine Gruppe ist ausgeschaltet.',
      remedy:
        'Schalten Sie es unter Werkzeuge ein; eine ausgeschaltete Gruppe nimmt ihre Werkzeuge mit.',
    },
    requiresAdmin: {
      why: 'Es ist nur für die Administration.',
      remedy: 'Fragen Sie nach einem Lauf der Administration.',
    },
    requestList: {
      why: 'Die Anfrage hat es nicht verlangt.',
      remedy: 'Nennen Sie es in der Anfrage, oder nennen Sie dort gar keine.',
    },
    skillList: {
      why: 'Skills des Laufs führen dessen Werkzeuge auf, und keiner führt dieses auf.',
      remedy:
        'Nennen Sie es unter den Werkzeugen eines solchen Skills, geben Sie die neue Version frei, schalten Sie den Skill ein und ordnen Sie ihn der Konfiguration zu, oder beginnen Sie den Lauf mit ihm.',
    },
    configurationGroup: {
      why: 'Die Konfiguration lässt seine Gruppe weg.',
      remedy: 'Fügen Sie die Gruppe der Konfiguration unter Modelle hinzu.',
    },
    trustZone: {
      why: 'Was es zeigt, ist für das Modell zu vertraulich.',
      remedy:
        'Nehmen Sie eine Konfiguration, deren Anbieter in einer näheren Vertrauenszone steht, unter Modelle.',
    },
    nothingToDo: {
      why: 'In einem solchen Lauf hat es nichts zu tun.',
      remedy: 'Fragen Sie nach einem Lauf mit einem Prozess oder mit den Skills, für die es ist.',
    },
    other: { why: 'Es ist nicht verfügbar.', remedy: '' },
  },
  details: {
    toolOff: {
      why: () => 'Das Werkzeug ist ausgeschaltet.',
      remedy: () => 'Schalten Sie es unter Werkzeuge ein.',
    },
    groupOff: {
      why: (group) => `Seine Gruppe ${group} ist ausgeschaltet.`,
      remedy: () => 'Schalten Sie die Gruppe unter Werkzeuge ein.',
    },
    skillUnapproved: {
      why: (skill) =>
        `${skill} gehört zum Lauf, und keine Version davon ist freigegeben: Bis eine es ist, erlaubt der Skill kein Werkzeug.`,
      remedy: () =>
        'Geben Sie eine Version frei, die das Werkzeug aufführt oder nichts über Werkzeuge sagt; oder nehmen Sie den Skill weg.',
    },
    skillsUnapproved: {
      why: (skills) =>
        `${skills} gehören zum Lauf, und von keinem ist eine Version freigegeben: Bis eine es ist, erlaubt ein solcher Skill kein Werkzeug.`,
      remedy: () =>
        'Geben Sie Versionen frei, die das Werkzeug aufführen oder nichts über Werkzeuge sagen; oder nehmen Sie die Skills weg.',
    },
    nobodyLists: {
      why: () => 'Der Lauf hat nur Werkzeuge, die ein Skill aufführt, und keiner führt dieses auf.',
      remedy: () =>
        'Nennen Sie es unter den Werkzeugen eines Skills des Laufs, und geben Sie diese Version frei.',
    },
    listedBy: {
      why: (skills) => `Die Werkzeuge des Laufs stehen in ${skills}.`,
      remedy: () => '',
    },
    lacks_approve: {
      why: (skill) => `${skill} führt es in einer Version auf, die nicht freigegeben ist.`,
      remedy: () => 'Lesen Sie diese Version, und geben Sie sie frei.',
    },
    lacks_enable: {
      why: (skill) => `${skill} führt es auf und ist ausgeschaltet.`,
      remedy: () => 'Schalten Sie den Skill ein.',
    },
    lacks_admit: {
      why: (skill) =>
        `${skill} führt es auf, und die Quelle ist ausgeschaltet oder ihr wird zu wenig vertraut.`,
      remedy: () => 'Schalten Sie die Quelle ein, oder vertrauen Sie ihr mehr.',
    },
    lacks_attach: {
      why: (skill) => `${skill} führt es auf und gehört nicht zum Lauf.`,
      remedy: () =>
        'Ordnen Sie den Skill der Konfiguration zu, oder beginnen Sie den Lauf mit ihm.',
    },
    server_ready: {
      why: (server) =>
        `Der Server ${server} hat kein solches Werkzeug oder eines, das nie angeboten wird.`,
      remedy: () => 'Was er hat, steht unter Werkzeugserver.',
    },
    server_off: {
      why: (server) => `Der Server ${server} ist nicht in Gebrauch.`,
      remedy: () => 'Nehmen Sie ihn unter Werkzeugserver in Gebrauch.',
    },
    server_commandsRefused: {
      why: (server) => `Die Einstellungen erlauben nicht, den Befehl von ${server} zu starten.`,
      remedy: () => 'Der Betrieb erlaubt es mit der Einstellung mcp.commands.',
    },
    server_noDataClass: {
      why: (server) => `Niemand hat gesagt, wie vertraulich die Antworten von ${server} sind.`,
      remedy: () => 'Geben Sie es unter Werkzeugserver an.',
    },
    server_neverAsked: {
      why: (server) => `Der Server ${server} wurde nie nach seinen Werkzeugen gefragt.`,
      remedy: () =>
        'Fragen Sie ihn unter Werkzeugserver, lesen Sie seine Antwort, und geben Sie sie frei.',
    },
    server_notApproved: {
      why: (server) => `Die Werkzeuge des Servers ${server} sind nicht freigegeben.`,
      remedy: () => 'Sehen Sie sie unter Werkzeugserver an, und geben Sie sie frei.',
    },
    server_changed: {
      why: (server) => `Die Werkzeuge des Servers ${server} haben sich seit der Freigabe geändert.`,
      remedy: () => 'Sehen Sie unter Werkzeugserver an, was anders ist, und geben Sie es frei.',
    },
  },
};

/** A name in the quotation marks of a language. */
export const QUOTED: Readonly<Record<Locale, (name: string) => string>> = {
  en: (name) => `“${name}”`,
  de: (name) => `„${name}“`,
};

export const GATE_WORDS: Readonly<Record<Locale, GateTables>> = { en: ENGLISH, de: GERMAN };

/** Who has to decide before a call is carried out. */
export const APPROVER_WORDS: Readonly<
  Record<Locale, Readonly<Record<NonNullable<ToolExplanation['approval']>, string>>>
> = {
  en: {
    not_needed: 'Nobody has to approve the call.',
    by_themselves: 'They approve it themselves, or somebody else does.',
    by_administrator: 'They approve it themselves, or another administrator does.',
    in_conversation: 'They answer it in the conversation of the process, and nobody else does.',
    by_somebody_else: 'Somebody else has to approve it: they may not approve their own changes.',
    by_second_person: 'A second person has to approve it.',
    by_second_administrator: 'A second administrator has to approve it.',
  },
  de: {
    not_needed: 'Niemand muss den Aufruf freigeben.',
    by_themselves: 'Die Person gibt ihn selbst frei, oder jemand anderes.',
    by_administrator:
      'Die Person gibt ihn selbst frei, oder jemand anderes aus der Administration.',
    in_conversation: 'Die Person beantwortet ihn im Gespräch des Prozesses, und niemand sonst.',
    by_somebody_else:
      'Jemand anderes muss ihn freigeben: Die Person darf eigene Änderungen nicht freigeben.',
    by_second_person: 'Eine zweite Person muss ihn freigeben.',
    by_second_administrator: 'Eine zweite Person aus der Administration muss ihn freigeben.',
  },
};
