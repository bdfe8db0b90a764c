import { expect, it } from 'vitest';
import { checkNode, installAdvice } from './setup.mjs';

it.each(['20.19.0', '20.20.2', '22.1.0', '24.9.0'])('runs on Node %s', (version) => {
  expect(() => {
    checkNode(version);
  }).not.toThrow();
});

it.each(['18.20.4', '20.18.3', '25.0.0'])(
  'refuses Node %s and says which to install',
  (version) => {
    expect(() => {
      checkNode(version);
    }).toThrow(/Node 20\.19 to 24/);
  },
);

it.each([
  ['npm error code ENOSPC', /disk is full/],
  ['npm error gyp ERR! find Python', /build-essential and python3/],
  ['npm error code EAI_AGAIN\nrequest to host failed', /connect to the network/],
  ['npm error code EACCES: permission denied, mkdir', /give your user the folder/],
  ['something else', /what npm said/],
])('turns "%s" into one sentence that says what to do', (output, sentence) => {
  expect(installAdvice(output)).toMatch(sentence);
});
