export { startFakeGitHub, type FakeGitHub } from './fake-github.ts';
export { FakeRepository, type FakeFile } from './fake-repository.ts';
