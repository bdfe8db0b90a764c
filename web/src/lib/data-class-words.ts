import type { SnippetDataClass } from '../../../src/contracts/index.ts';
import { dictionary } from './dictionary.ts';

/** How confidential something is, least first. */
export const dataClassWords = dictionary({
  en: {
    publicContent: 'Public content',
    editorContent: 'Editorial content',
    sourceCode: 'Source code',
    internalConfiguration: 'Internal configuration',
    systemDiagnostics: 'System diagnostics',
    secretAdjacent: 'Close to secrets',
  } satisfies Record<SnippetDataClass, string>,
  de: {
    publicContent: 'Öffentlicher Inhalt',
    editorContent: 'Redaktioneller Inhalt',
    sourceCode: 'Quelltext',
    internalConfiguration: 'Interne Konfiguration',
    systemDiagnostics: 'Systemdiagnose',
    secretAdjacent: 'Nahe an Geheimnissen',
  },
});
