import { describe, expect, it } from 'vitest';
import { inputFields, readAnswer, singleChoice } from './input-form.ts';

const schema = {
  type: 'object',
  properties: {
    tone: { type: 'string', title: 'Tone', maxLength: 40 },
    maxWords: { type: 'integer', minimum: 1, maximum: 50 },
    keepLinks: { type: 'boolean' },
  },
  required: ['tone', 'maxWords'],
};

describe('inputFields', () => {
  it('makes a control for each property, with a readable name', () => {
    const fields = inputFields(schema);
    expect(fields.map(({ label, control }) => [label, control.kind])).toEqual([
      ['Tone', 'text'],
      ['Max Words', 'number'],
      ['Keep Links', 'checkbox'],
    ]);
  });

  it('answers one choice by the click on it', () => {
    const choice = inputFields({ properties: { choice: { enum: ['a', 'b'] } } });
    expect(singleChoice(choice)?.control).toEqual({ kind: 'options', options: ['a', 'b'] });
    expect(singleChoice(inputFields(schema))).toBeNull();
    expect(inputFields(null)).toEqual([]);
  });
});

describe('readAnswer', () => {
  const fields = inputFields(schema);

  it('names what is missing or is no number in range, and keeps nothing else', () => {
    expect(readAnswer(fields, { tone: 'calm', maxWords: '0' })).toEqual({ missing: ['maxWords'] });
    expect(readAnswer(fields, { maxWords: '2.5' })).toEqual({ missing: ['tone', 'maxWords'] });
  });

  it('gives numbers as numbers and an untouched box as no', () => {
    expect(readAnswer(fields, { tone: 'calm', maxWords: '25' })).toEqual({
      input: { tone: 'calm', maxWords: 25, keepLinks: false },
    });
  });
});
