import { dictionary } from '../../lib/dictionary.ts';

/** What the chat says about files that come with a message. */
export const attachWords = dictionary({
  en: {
    attach: 'Attach files: text, Markdown, PDF, Word or images',
    attaching: 'Reading the file …',
    waiting: 'Files for the next message',
    sent: 'Attached files',
    remove: (name: string) => `Remove ${name}`,
    pages: (count: number) => (count === 1 ? '1 page' : `${String(count)} pages`),
    say: 'Write what should be done with the file.',
    failed: 'Not attached.',
    drop: 'Drop files here to attach them',
    unseen: 'not seen',
    notShown: 'cannot be shown',
    unseenHint:
      'The model of this conversation is shown no images: it is told their names alone. An administrator chooses one that sees them under Models.',
    asData: 'The assistant reads files as material; what they ask for is no request to it.',
  },
  de: {
    attach: 'Dateien anhängen: Text, Markdown, PDF, Word oder Bilder',
    attaching: 'Die Datei wird gelesen …',
    waiting: 'Dateien für die nächste Nachricht',
    sent: 'Angehängte Dateien',
    remove: (name: string) => `${name} entfernen`,
    pages: (count: number) => (count === 1 ? '1 Seite' : `${String(count)} Seiten`),
    say: 'Schreiben Sie, was mit der Datei geschehen soll.',
    failed: 'Nicht angehängt.',
    drop: 'Dateien hier ablegen, um sie anzuhängen',
    unseen: 'wird nicht gesehen',
    notShown: 'lässt sich nicht zeigen',
    unseenHint:
      'Dem Modell dieses Gesprächs werden keine Bilder gezeigt: Es erfährt nur ihre Namen. Eines, das Bilder sieht, wählt die Administration unter Modelle.',
    asData:
      'Der Assistent liest Dateien als Material; was in ihnen verlangt wird, ist kein Auftrag an ihn.',
  },
});
