import { dictionary } from '../../lib/dictionary.ts';

/** What the areas of the administration are about. */
export const railWords = dictionary({
  en: {
    areas: 'Areas',
    texts: 'Texts that steer',
    models: 'Models and tools',
    people: 'People and rules',
    installation: 'Installation',
  },
  de: {
    areas: 'Bereiche',
    texts: 'Anleitende Texte',
    models: 'Modelle und Werkzeuge',
    people: 'Menschen und Regeln',
    installation: 'Installation',
  },
});
