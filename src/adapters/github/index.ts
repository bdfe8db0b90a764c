export { createGitHubReader, type GitHubReaderDeps } from './github-reader.ts';
