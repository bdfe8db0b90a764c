import type { CompositionNotice, ErrorCode } from '../../../src/contracts/index.ts';
import { administrationErrorStrings } from './administration-error-strings.ts';
import { dictionary } from './dictionary.ts';
import { namelessCompositions } from './notice-words.ts';

/** Codes that do not come from our server's list: no answer, or one this version does not understand. */
type OwnCode = 'unreachable' | 'bad_answer';
type Sentences = Record<ErrorCode | OwnCode | CompositionNotice, string>;

/** What happened, and what to do about it. */
export const errorStrings = dictionary({
  en: {
    ...namelessCompositions('en'),
    ...administrationErrorStrings.en,
    unreachable:
      'The server cannot be reached. Check the connection and try again; what you typed stays here.',
    bad_answer: 'The server answered in a way this page does not understand. Reload the page.',
    second_factor_invalid: 'This code is not right, or its time is over. Try the next one.',
    sign_in_over:
      'This sign-in took too long or too many wrong codes. Begin again with your password.',
    key_invalid: 'This key is not valid: unknown, revoked, expired, or switched off.',
    credentials_invalid: 'This e-mail address and password do not go together.',
    not_signed_in: 'You are signed out. Sign in again to go on.',
    not_permitted: 'You are not permitted to do this. Ask an administrator.',
    not_found: 'This does not exist any more, or you may not see it.',
    invalid_request: 'Something in this request was not as it should be. Check your entries.',
    too_many_requests: 'Too many attempts in a short time. Wait a minute and try again.',
    key_used: 'This was sent before as something else. Reload the page and do it again.',
    request_under_way: 'This is being carried out. Wait a moment; it shows here once it is done.',
    cross_origin: 'The request came from another site and was refused. Open Vouch directly.',
    embed_origin_unknown:
      'This site may not use the assistant. An administrator names the sites that may in the settings.',
    internal: 'Something went wrong on the server. Try again; if it stays, tell an administrator.',
    unavailable: 'The server is not available right now. Try again in a moment.',
    field_protected: 'This field is protected for you.',
    configuration_access: 'You may not use this configuration.',
    skill_not_attached: 'This skill is not attached here any more.',
    skill_disabled: 'This skill is disabled.',
    skill_not_admitted: 'This skill may not be used here.',
    subject_unreadable: 'You may not read this page, or it does not exist any more.',
    not_an_instruction: 'This text is not approved, so it cannot instruct the assistant.',
    may_not_approve: 'You may not start this process, because you could not decide its changes.',
    four_eyes: 'This configuration wants a second person, so a process cannot be run with it.',
    process_running: 'A process is already running in this conversation. End it first.',
    context_blocked:
      'A text that would be sent is more confidential than the model may see. Ask an administrator.',
    does_not_fit: 'The approved texts do not fit into the model’s window. Ask an administrator.',
    predecessor_missing:
      'The run before this one is gone or cannot be read. Start a new conversation.',
    predecessor_not_yours: 'The run before this one belongs to someone else.',
    predecessor_not_terminal: 'The run before this one has not ended yet.',
    access_denied: 'This does not exist, or you may not decide it.',
    not_awaiting_approval: 'Nothing is waiting for a decision any more. It was decided elsewhere.',
    not_awaiting_input: 'Nothing is waiting for an answer any more. It was answered elsewhere.',
    configuration_gone: 'The configuration of this run does not exist any more.',
    self_approval: 'You started this run yourself, so someone else has to approve it.',
    corrupt_state:
      'The stored state of this run cannot be read. Nothing was saved; start it again.',
    already_resuming: 'The answer is already being worked on.',
    stale_approval: 'The card changed meanwhile. Nothing was saved; look at it again and decide.',
    stale_input: 'The question changed meanwhile. Look at it again and answer.',
    approver_not_permitted: 'You may not approve this change.',
    submitter_not_permitted: 'You may not answer this question.',
    not_auditable: 'The decision could not be recorded, so nothing was done. Try again.',
    invalid_input: 'This answer does not fit the question.',
    decide_in_chat: 'This is decided in the conversation it belongs to.',
    conversation_busy: 'The assistant is still working. Wait for it, then send again.',
    conversation_moved:
      'The conversation went on elsewhere. It is up to date now; send again if it still applies.',
    too_many_conversations: 'You have too many conversations at work. Wait until one has finished.',
    message_too_long: 'The message is too long. At most 10,000 characters.',
    attachment_type:
      'This kind of file cannot be read here. Attach text, Markdown, PDF, Word (.docx) or an image (PNG, JPEG, WebP, GIF).',
    attachment_image: 'Models are not shown images of this kind. Save it as PNG, JPEG or WebP.',
    attachment_too_large: 'The file is too large: at most 20 MB. Attach the part that matters.',
    attachment_too_long:
      'The text of the attached files is too long for one message. Attach only the part that matters.',
    attachment_unreadable:
      'No text could be read from this file: it is damaged, locked, a scan, or not in UTF-8. Save it anew, or copy its text.',
    image_too_large:
      'The image is too large: at most 3.75 MB each and 12 MB a message, 8,000 pixels a side and 25 million in all. Attach a smaller copy.',
    image_unreadable:
      'This image moves, is damaged or is cut off. Save one still picture of it as PNG or JPEG.',
    image_key_gone:
      'This image is kept, but it can no longer be read: its key is gone, or it was altered. Attach it again.',
    too_many_attachments: 'A message takes at most five files. Send these first, or remove one.',
    message_empty: 'The message is empty.',
    tour_running: 'Another tour over several pages is under way. Finish, pause or stop it first.',
    content_refused: 'The site did not accept this change. Nothing was saved.',
    provider_failed: 'The model’s provider did not answer. Nothing was saved; try again.',
    model_misconfigured: 'The model is not set up rightly. Ask an administrator.',
    budget_exhausted:
      'The budget for the model is used up. It begins anew later; an administrator can raise it.',
  } satisfies Sentences,
  de: {
    ...namelessCompositions('de'),
    ...administrationErrorStrings.de,
    unreachable:
      'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut; Ihre Eingaben bleiben stehen.',
    bad_answer:
      'Der Server hat auf eine Weise geantwortet, die diese Seite nicht versteht. Laden Sie die Seite neu.',
    sign_in_over:
      'Diese Anmeldung dauerte zu lange, oder es waren zu viele falsche Codes. Beginnen Sie neu mit Ihrem Passwort.',
    second_factor_invalid:
      'Dieser Code stimmt nicht, oder seine Zeit ist um. Versuchen Sie den nächsten.',
    key_invalid:
      'Dieser Schlüssel gilt nicht: unbekannt, widerrufen, abgelaufen oder ausgeschaltet.',
    credentials_invalid: 'Diese E-Mail-Adresse und dieses Passwort gehören nicht zusammen.',
    not_signed_in: 'Sie sind abgemeldet. Melden Sie sich wieder an, um fortzufahren.',
    not_permitted: 'Dazu fehlt Ihnen die Berechtigung. Fragen Sie die Administration.',
    not_found: 'Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.',
    invalid_request: 'Etwas an dieser Anfrage stimmte nicht. Prüfen Sie Ihre Eingaben.',
    too_many_requests:
      'Zu viele Versuche in kurzer Zeit. Warten Sie eine Minute und versuchen Sie es erneut.',
    key_used:
      'Das wurde schon mit anderem Inhalt gesendet. Laden Sie die Seite neu und machen Sie es noch einmal.',
    request_under_way:
      'Das wird gerade ausgeführt. Warten Sie einen Augenblick; es erscheint hier, sobald es fertig ist.',
    cross_origin:
      'Die Anfrage kam von einer fremden Website und wurde abgelehnt. Öffnen Sie Vouch direkt.',
    embed_origin_unknown:
      'Diese Website darf den Assistenten nicht nutzen. Welche es dürfen, legt die Administration in den Einstellungen fest.',
    internal:
      'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es erneut; bleibt es so, sagen Sie der Administration Bescheid.',
    unavailable: 'Der Server ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    field_protected: 'Dieses Feld ist für Sie geschützt.',
    configuration_access: 'Sie dürfen diese Konfiguration nicht verwenden.',
    skill_not_attached: 'Dieser Skill ist hier nicht mehr angebunden.',
    skill_disabled: 'Dieser Skill ist ausgeschaltet.',
    skill_not_admitted: 'Dieser Skill darf hier nicht verwendet werden.',
    subject_unreadable: 'Sie dürfen diese Seite nicht lesen, oder es gibt sie nicht mehr.',
    not_an_instruction:
      'Dieser Text ist nicht freigegeben und darf den Assistenten deshalb nicht anleiten.',
    may_not_approve:
      'Sie können diesen Prozess nicht beginnen, weil Sie über seine Änderungen nicht entscheiden dürften.',
    four_eyes:
      'Diese Konfiguration verlangt eine zweite Person, deshalb läuft mit ihr kein Prozess.',
    process_running: 'In diesem Gespräch läuft schon ein Prozess. Beenden Sie ihn zuerst.',
    context_blocked:
      'Ein Text, der gesendet würde, ist vertraulicher, als das Modell sehen darf. Wenden Sie sich an die Administration.',
    does_not_fit:
      'Die freigegebenen Texte passen nicht in das Fenster des Modells. Fragen Sie die Administration.',
    predecessor_missing:
      'Der vorige Lauf ist nicht mehr da oder nicht lesbar. Beginnen Sie ein neues Gespräch.',
    predecessor_not_yours: 'Der vorige Lauf gehört jemand anderem.',
    predecessor_not_terminal: 'Der vorige Lauf ist noch nicht zu Ende.',
    access_denied: 'Das gibt es nicht, oder Sie dürfen nicht darüber entscheiden.',
    not_awaiting_approval:
      'Hier wartet nichts mehr auf eine Entscheidung. Sie fiel an anderer Stelle.',
    not_awaiting_input: 'Hier wartet nichts mehr auf eine Antwort. Sie kam von anderer Stelle.',
    configuration_gone: 'Die Konfiguration dieses Laufs gibt es nicht mehr.',
    self_approval: 'Sie haben diesen Lauf selbst begonnen, deshalb muss jemand anderes freigeben.',
    corrupt_state:
      'Der gespeicherte Stand dieses Laufs ist nicht lesbar. Nichts wurde gespeichert; beginnen Sie ihn neu.',
    already_resuming: 'Die Antwort wird schon bearbeitet.',
    stale_approval:
      'Die Karte hat sich inzwischen geändert. Nichts wurde gespeichert; sehen Sie sie noch einmal an und entscheiden Sie.',
    stale_input:
      'Die Frage hat sich inzwischen geändert. Sehen Sie sie noch einmal an und antworten Sie.',
    approver_not_permitted: 'Sie dürfen diese Änderung nicht freigeben.',
    submitter_not_permitted: 'Sie dürfen diese Frage nicht beantworten.',
    not_auditable:
      'Die Entscheidung ließ sich nicht festhalten, deshalb geschah nichts. Versuchen Sie es erneut.',
    invalid_input: 'Diese Antwort passt nicht zur Frage.',
    decide_in_chat: 'Darüber wird im zugehörigen Gespräch entschieden.',
    conversation_busy:
      'Der Assistent arbeitet noch. Warten Sie auf ihn und senden Sie dann erneut.',
    conversation_moved:
      'Das Gespräch ging an anderer Stelle weiter. Es ist jetzt aktuell; senden Sie erneut, wenn es noch passt.',
    too_many_conversations:
      'Zu viele Ihrer Gespräche arbeiten gerade. Warten Sie, bis eines fertig ist.',
    message_too_long: 'Die Nachricht ist zu lang. Höchstens 10.000 Zeichen.',
    attachment_type:
      'Diese Art Datei lässt sich hier nicht lesen. Hängen Sie Text, Markdown, PDF, Word (.docx) oder ein Bild (PNG, JPEG, WebP, GIF) an.',
    attachment_image:
      'Bilder dieser Art werden Modellen nicht gezeigt. Speichern Sie es als PNG, JPEG oder WebP.',
    attachment_too_large:
      'Die Datei ist zu groß: höchstens 20 MB. Hängen Sie nur den Teil an, um den es geht.',
    attachment_too_long:
      'Der Text der angehängten Dateien ist zu lang für eine Nachricht. Hängen Sie nur den Teil an, um den es geht.',
    attachment_unreadable:
      'Aus dieser Datei ließ sich kein Text lesen: Sie ist beschädigt, gesperrt, ein Scan oder nicht in UTF-8. Speichern Sie sie neu, oder kopieren Sie den Text.',
    image_too_large:
      'Das Bild ist zu groß: höchstens 3,75 MB je Bild und 12 MB je Nachricht, 8.000 Pixel je Seite und 25 Millionen insgesamt. Hängen Sie eine kleinere Kopie an.',
    image_unreadable:
      'Dieses Bild bewegt sich, ist beschädigt oder abgeschnitten. Speichern Sie ein stehendes Bild davon als PNG oder JPEG.',
    image_key_gone:
      'Dieses Bild ist gespeichert, lässt sich aber nicht mehr lesen: Sein Schlüssel fehlt, oder es wurde verändert. Hängen Sie es noch einmal an.',
    too_many_attachments:
      'Eine Nachricht fasst höchstens fünf Dateien. Senden Sie diese zuerst, oder entfernen Sie eine.',
    message_empty: 'Die Nachricht ist leer.',
    tour_running:
      'Eine andere Tour über mehrere Seiten läuft gerade. Beenden, unterbrechen oder stoppen Sie sie zuerst.',
    content_refused: 'Die Website hat diese Änderung nicht angenommen. Nichts wurde gespeichert.',
    provider_failed:
      'Der Anbieter des Modells hat nicht geantwortet. Nichts wurde gespeichert; versuchen Sie es erneut.',
    budget_exhausted:
      'Das Budget für das Modell ist verbraucht. Es beginnt später neu; die Administration kann es erhöhen.',
    model_misconfigured:
      'Das Modell ist nicht richtig eingerichtet. Fragen Sie die Administration.',
  },
});
