import { beforeEach, expect, it } from 'vitest';
import { keepPanelState, readPanelState } from './panel-state.ts';

beforeEach(() => {
  localStorage.clear();
});

it('is docked until somebody moves it, and each person’s own afterwards', () => {
  expect(readPanelState(null)).toBe('docked');
  keepPanelState('ada', 'floating');
  keepPanelState('ben', 'collapsed');
  expect(readPanelState('ada')).toBe('floating');
  expect(readPanelState('ben')).toBe('collapsed');
  expect(readPanelState('cem')).toBe('docked');
});

it('stands as for whoever used it last while nobody is known', () => {
  keepPanelState('ada', 'floating');
  expect(readPanelState(null)).toBe('floating');
  keepPanelState(null, 'collapsed');
  expect(readPanelState('ada')).toBe('collapsed');
});

it('takes anything else that is stored for docked', () => {
  localStorage.setItem('vouch.panel.ada', 'upside-down');
  expect(readPanelState('ada')).toBe('docked');
});
