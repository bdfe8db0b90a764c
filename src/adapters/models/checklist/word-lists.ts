/** Words the rules know, by language. Lists hold what is safe to change without understanding the sentence, no more. */

/** A filler and what may stand instead, best first; `''` = it goes. Matched as whole words, case ignored. */
export interface Filler {
  readonly words: string;
  readonly instead: readonly string[];
  /** Not when the word right before is one of these. */
  readonly notAfter?: readonly string[];
  /** Not when the word right after is one of these. */
  readonly notBefore?: readonly string[];
}

const DETERMINERS = 'the our your my his her its their these those this that us them you'.split(
  ' ',
);
const AUXILIARIES = 'to will would can could shall should may might must not'.split(' ');

export const FILLERS: Readonly<Record<'en' | 'de', readonly Filler[]>> = {
  en: [
    { words: 'in order to', instead: ['to'] },
    { words: 'due to the fact that', instead: ['because', 'since', 'as'] },
    { words: 'in spite of the fact that', instead: ['although', 'though'] },
    { words: 'despite the fact that', instead: ['although', 'though'] },
    { words: 'at this point in time', instead: ['now', 'at present', 'today'] },
    { words: 'at the present time', instead: ['now', 'at present'] },
    { words: 'in the event that', instead: ['if'] },
    { words: 'for the purpose of', instead: ['for'] },
    { words: 'in the near future', instead: ['soon', 'shortly'] },
    { words: 'with the exception of', instead: ['except for', 'apart from'] },
    { words: 'a large number of', instead: ['many'], notBefore: DETERMINERS },
    { words: 'the vast majority of', instead: ['most', 'almost all'], notBefore: DETERMINERS },
    { words: 'is able to', instead: ['can'] },
    { words: 'are able to', instead: ['can'] },
    { words: 'has the ability to', instead: ['can'], notAfter: AUXILIARIES },
    { words: 'have the ability to', instead: ['can'], notAfter: AUXILIARIES },
    { words: 'it is important to note that', instead: ['', 'note that'] },
    { words: 'it should be noted that', instead: ['', 'note that'] },
    { words: 'it is worth noting that', instead: ['', 'note that'] },
    { words: 'needless to say,', instead: [''] },
    { words: 'very unique', instead: ['unique'] },
    { words: 'absolutely essential', instead: ['essential'] },
    { words: 'completely free', instead: ['free'] },
    { words: 'each and every', instead: ['every', 'each'] },
    { words: 'first and foremost', instead: ['first', 'above all'] },
    { words: 'basically', instead: [''], notAfter: ['and', 'but', 'or'] },
    { words: 'essentially', instead: [''], notAfter: ['and', 'but', 'or'] },
    { words: 'literally', instead: [''], notAfter: ['not', 'and', 'but', 'or', 'quite'] },
    { words: 'utilize', instead: ['use'] },
    { words: 'utilizes', instead: ['uses'] },
    { words: 'utilizing', instead: ['using'] },
  ],
  de: [
    { words: 'in der heutigen Zeit', instead: ['heute', 'heutzutage'] },
    { words: 'zum jetzigen Zeitpunkt', instead: ['jetzt', 'derzeit', 'heute'] },
    { words: 'zum gegenwärtigen Zeitpunkt', instead: ['derzeit', 'jetzt', 'heute'] },
    { words: 'zu einem späteren Zeitpunkt', instead: ['später'] },
    { words: 'aufgrund der Tatsache, dass', instead: ['weil', 'da'] },
    { words: 'auf Grund der Tatsache, dass', instead: ['weil', 'da'] },
    { words: 'für den Fall, dass', instead: ['falls', 'wenn'] },
    { words: 'in keinster Weise', instead: ['in keiner Weise', 'überhaupt nicht'] },
    { words: 'zu keinem Zeitpunkt', instead: ['nie', 'niemals'] },
    { words: 'eine Vielzahl von', instead: ['viele', 'zahlreiche'] },
    { words: 'in regelmäßigen Abständen', instead: ['regelmäßig'] },
    { words: 'mit Hilfe von', instead: ['mit', 'durch'] },
    { words: 'bereits schon', instead: ['schon', 'bereits'] },
    { words: 'schon bereits', instead: ['schon', 'bereits'] },
    { words: 'im Grunde genommen', instead: [''] },
    { words: 'an und für sich', instead: [''] },
    { words: 'sozusagen', instead: [''] },
    { words: 'gewissermaßen', instead: [''] },
    { words: 'quasi', instead: [''] },
    { words: 'eigentlich', instead: [''], notAfter: ['nicht', 'was', 'wer', 'wie', 'warum', 'wo'] },
    { words: 'letztendlich', instead: ['', 'am Ende', 'schließlich'] },
    { words: 'schlussendlich', instead: ['', 'am Ende', 'schließlich'] },
    { words: 'natürlich auch', instead: ['auch'] },
  ],
};

/** Words that rightly stand twice in a row. */
export const DOUBLED_RIGHTLY: ReadonlySet<string> = new Set(
  (
    'that had is do her you in no bye ha la blah so very really long far more many ' +
    'die der das den dem sie ihr was wie wir ja nein sich es nach ganz sehr viel lange so'
  ).split(' '),
);

/** Words that put what follows under a condition; text with one before a split is left alone. */
export const CONDITIONS_EN =
  /\b(?:if|when|whenever|unless|until|till|whether|once|because|although|though|whereas|either|neither|not only|in case|as long as|as soon as|so that|than)\b/iu;
/** Words that open a relative or content clause. */
export const RELATIVES_EN = /\b(?:that|which|who|whose|whom|where|why|how|what)\b/iu;
/** What is said, thought or wanted may go on after the comma. */
export const REPORTING_EN =
  /\b(?:say|says|said|claim\w*|argue\w*|think|thinks|thought|believe\w*|ensure\w*|sure|means?|assum\w*|suppos\w*|hope\w*|expect\w*|require\w*|suggest\w*|noted?|told|tells?|found|find|know|so)\s+that\b|\b(?:said|says|think|thought|believe),/iu;

/** Words that open a German subordinate clause. */
export const SUBORDINATORS_DE =
  /(?<!\p{L})(?:wenn|falls|weil|obwohl|während|nachdem|bevor|ehe|damit|sobald|solange|ob|dass|sodass|indem|wobei|seitdem|sofern|soweit|warum|weshalb|welche[rnms]?|deren|dessen|entweder|weder|sowohl|nicht nur)(?!\p{L})/iu;

export const PRONOUNS_EN =
  '(?:I|we|you|he|she|it|they|this|that|these|those|there|here|everyone|everybody|nobody|nothing)';

/** A verb form after which one can be sure that the words before it were a subject. */
export const FINITE_EN =
  "(?:is|are|was|were|am|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|needs?|makes?|gives?|takes?|means?|helps?|allows?|becomes?|became|remains?|provides?|includes?|requires?|works?|shows?|comes?|goes|isn[’']t|aren[’']t|wasn[’']t|weren[’']t|doesn[’']t|don[’']t|didn[’']t|can[’']t|cannot|won[’']t)";

const FINITE_DE_WORDS =
  'ist sind war waren bin bist seid hat haben habe hatte hatten wird werden werde wurde wurden kann können könnte könnten konnte konnten ' +
  'muss müssen musste mussten müsste müssten soll sollen sollte sollten darf dürfen durfte durften dürfte dürften will wollen wollte wollten ' +
  'mag mögen möchte möchten würde würden wäre wären hätte hätten lässt lassen ließ ließen gibt geben gab gaben geht gehen ging gingen ' +
  'kommt kommen kam kamen steht stehen stand standen bleibt bleiben blieb blieben macht machen machte machten findet finden fand fanden ' +
  'liegt liegen lag lagen hilft helfen half halfen braucht brauchen brauchte brauchten zeigt zeigen zeigte zeigten führt führen führte führten ' +
  'heißt heißen hieß hießen freut freuen bringt bringen brachte brachten nimmt nehmen nahm nahmen hält halten hielt hielten gilt gelten galt ' +
  'bietet bieten bot boten sorgt sorgen sorgte sorgten trägt tragen trug trugen stellt stellen stellte stellten zahlt zahlen zahlte zahlten ' +
  'gehört gehören gehörte gehörten weiß wissen wusste wussten sieht sehen sah sahen spielt spielen spielte spielten feiert feiern feierte feierten ' +
  'treffen trifft traf trafen suchen sucht suchte suchten arbeiten arbeitet arbeitete arbeiteten besteht bestehen bestand bestanden ermöglicht ermöglichen ' +
  'bedeutet bedeuten beginnt beginnen begann begannen endet enden kostet kosten dauert dauern lädt laden passt passen reicht reichen';

/** Finite verb forms that are also safe at the end of a subordinate clause: none of them needs a prefix to be whole. */
export const FINITE_DE: ReadonlySet<string> = new Set(FINITE_DE_WORDS.split(' '));

const CLAUSE_END_DE =
  'ist sind war waren hat haben habe hatte hatten wird werden werde wurde wurden kann können könnte könnten konnte konnten ' +
  'muss müssen musste mussten müsste müssten soll sollen sollte sollten darf dürfen durfte durften dürfte dürften will wollen wollte wollten ' +
  'möchte möchten würde würden wäre wären hätte hätten bleibt bleiben braucht brauchen gibt gehört gehören liegt liegen';

/** Verb forms that, at a clause's end, are the whole finite verb and may move to second place as they are. */
export const MOVABLE_DE: ReadonlySet<string> = new Set(CLAUSE_END_DE.split(' '));
