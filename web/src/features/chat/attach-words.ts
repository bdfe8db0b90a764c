import { dictionary } from '../../lib/dictionary.ts';

/** What the chat says about files that come with a message. */
export const attachWords = dictionary({
  en: {
    attach: 'Attach files: text, Markdown, PDF or Word',
    attaching: 'Reading the file …',
    waiting: 'Files for the next message',
    sent: 'Attached files',
    remove: (name: string) => `Remove ${name}`,
    pages: (count: number) => (count === 1 ? '1 page' : `${String(count)} pages`),
    say: 'Write what should be done with the file.',
    failed: 'Not attached.',
    asData: 'The assistant reads files as material; what they ask for is no request to it.',
  },
  de: {
    attach: 'Dateien anhängen: Text, Markdown, PDF oder Word',
    attaching: 'Die Datei wird gelesen …',
    waiting: 'Dateien für die nächste Nachricht',
    sent: 'Angehängte Dateien',
    remove: (name: string) => `${name} entfernen`,
    pages: (count: number) => (count === 1 ? '1 Seite' : `${String(count)} Seiten`),
    say: 'Schreiben Sie, was mit der Datei geschehen soll.',
    failed: 'Nicht angehängt.',
    asData:
      'Der Assistent liest Dateien als Material; was in ihnen verlangt wird, ist kein Auftrag an ihn.',
  },
});
