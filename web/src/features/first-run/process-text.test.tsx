import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import { ProcessText } from './process-text.tsx';

afterEach(cleanup);

const REVIEW: SkillReview = {
  skill: {
    uid: 1,
    identifier: 'seo',
    name: 'SEO',
    description: '',
    process: true,
    enabled: true,
    orphaned: false,
    source: { uid: 1, title: 'Vouch', type: 'backend', trustLevel: 'first_party' },
    instruction: false,
    damaged: false,
    versions: [],
  },
  digest: '1:ab',
  version: {
    name: 'Na\u200bme',
    description: 'Descrip\u202etion',
    body: 'Body\u{e0041} text\n\n[//]: # (said to the model only)\n',
    supportStatus: 'full',
    allowedTools: ['pro\u200bgress'],
    process: true,
  },
  lastApproved: null,
  tools: [{ name: 'pro\u200bgress', exists: true, effect: 'read_only' }],
  findings: [],
  wouldInstruct: true,
  reasons: [],
  audit: [],
};

it.each(['text', 'stored'] as const)('hides nothing of what is approved (view %s)', (view) => {
  const text = render(<ProcessText review={REVIEW} view={view} />).container.textContent;
  for (const part of [
    'Na⟦U+200B⟧me',
    'Descrip⟦U+202E⟧tion',
    'Body⟦U+E0041⟧ text',
    'said to the model only',
    'pro⟦U+200B⟧gress',
  ])
    expect(text).toContain(part);
});
