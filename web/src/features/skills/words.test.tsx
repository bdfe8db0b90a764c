import { expect, it } from 'vitest';
import { skillWords } from './words.ts';

it('calls support partial for what the skill declares, and not for what is lacking here', () => {
  expect(skillWords.en.supportPartial).toBe('partial (declares tools or names files of its own)');
  expect(skillWords.de.supportPartial).toBe(
    'teilweise (legt Werkzeuge fest oder nennt eigene Dateien)',
  );
});
